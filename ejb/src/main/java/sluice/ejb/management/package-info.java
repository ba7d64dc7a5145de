/**
 * Management beans: figures and operations over JMX.
 *
 * <p>Belongs here: what a JMX client sees, and its coming and going. Does not belong here: reading
 * figures (package {@code observe}) and what operations do (packages {@code policy} and {@code
 * control}).
 */
@NullMarked
package sluice.ejb.management;

import org.jspecify.annotations.NullMarked;
