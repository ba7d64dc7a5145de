/** Tests of the loop around ticks. */
@NullMarked
package sluice.ejb.admit;

import org.jspecify.annotations.NullMarked;
