/**
 * What is told to the world: events written in the transaction of what they tell of.
 *
 * <p>Belongs here: writing to the outbox. Does not belong here: numbers, the topic and subscribers,
 * which are package {@code broadcast}'s.
 */
@NullMarked
package sluice.ejb.event;

import org.jspecify.annotations.NullMarked;
