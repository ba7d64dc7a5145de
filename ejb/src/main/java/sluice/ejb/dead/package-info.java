/**
 * Dead jobs: trying them again.
 *
 * <p>Belongs here: putting dead jobs back into lanes, one or many, with the figures that hang on
 * it. Does not belong here: how jobs die (package {@code settle}), giving them up for good (package
 * {@code cancel}).
 */
@NullMarked
package sluice.ejb.dead;

import org.jspecify.annotations.NullMarked;
