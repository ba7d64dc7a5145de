/** Tests of numbering, sending, sampling and the hub. */
@NullMarked
package sluice.ejb.broadcast;

import org.jspecify.annotations.NullMarked;
