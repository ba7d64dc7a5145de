/**
 * The pages of tenants: the registry, and one of them with its ceiling.
 *
 * <p>Belongs here: the beans behind {@code namespaces.xhtml} and {@code namespace.xhtml}. Does not
 * belong here: ceilings and their rules, which are the services'.
 */
@NullMarked
package sluice.web.namespace;

import org.jspecify.annotations.NullMarked;
