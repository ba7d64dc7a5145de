/**
 * Tenants as people read and edit them.
 *
 * <p>Belongs here: the registry and its ceilings. Does not belong here: the quota gate, which is
 * core's.
 */
@NullMarked
package sluice.ejb.namespace;

import org.jspecify.annotations.NullMarked;
