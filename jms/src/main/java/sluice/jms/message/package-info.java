/**
 * Messages between the broker's form and ours: bodies, properties and headers, read and rebuilt
 * without loss.
 *
 * <p>Belongs here: the encoding of bodies, which properties are the producer's and which the
 * broker's. Does not belong here: sessions and queues (package {@code broker}), what a property of
 * the contract means for a service.
 */
@NullMarked
package sluice.jms.message;

import org.jspecify.annotations.NullMarked;
