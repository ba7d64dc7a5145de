/**
 * The page of dead jobs: which they are, and what to do with them.
 *
 * <p>Belongs here: the beans behind {@code dead.xhtml}. Does not belong here: trying again and
 * giving up, which are the services'.
 */
@NullMarked
package sluice.web.dead;

import org.jspecify.annotations.NullMarked;
