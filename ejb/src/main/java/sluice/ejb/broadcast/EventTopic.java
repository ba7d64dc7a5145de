package sluice.ejb.broadcast;

import java.util.List;

/**
 * The broker's side of events. The module {@code jms} implements it and registers itself with
 * {@link EventPublisher}. Called by one thread at a time.
 */
@FunctionalInterface
public interface EventTopic {
  /**
   * Sends events in order; returns once the broker has taken them all.
   *
   * @throws RuntimeException if the broker did not take all of them; any of them may have been
   *     taken, and all are sent again
   */
  void publish(List<PublishedEvent> events);
}
