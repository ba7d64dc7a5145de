/**
 * What happens once when the application starts.
 *
 * <p>Belongs here: migration, first account, policies from files. Does not belong here: timers.
 */
@NullMarked
package sluice.ejb.start;

import org.jspecify.annotations.NullMarked;
