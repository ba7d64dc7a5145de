/**
 * Tenants as people read and edit them.
 *
 * <p>Belongs here: the registry, its ceilings and the platform's default. Does not belong here: the
 * quota gate, which is core's, and counting, which ticks and settlement do.
 */
@NullMarked
package sluice.ejb.namespace;

import org.jspecify.annotations.NullMarked;
