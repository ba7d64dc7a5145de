/**
 * The engine inside the container it is written for: EJB timers, container transactions, roles.
 *
 * <p>Belongs here: what only a container shows. Does not belong here: what plain objects show (the
 * modules' own tests) or what is seen from outside (module acceptance).
 */
@NullMarked
package sluice.web.container;

import org.jspecify.annotations.NullMarked;
