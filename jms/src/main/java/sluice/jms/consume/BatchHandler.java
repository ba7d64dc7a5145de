package sluice.jms.consume;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import sluice.jms.message.UnfitMessage;

/**
 * Hands a batch to a service, which commits it to the database before it returns. Thread-safe.
 *
 * @param <T> what the service understands
 */
@FunctionalInterface
public interface BatchHandler<T> {
  /**
   * Handles the batch as a whole.
   *
   * @param batch in the order received
   * @param receipt names this try: a new one whenever it is not certain that all earlier batches
   *     under the same name were acknowledged
   * @return one answer for each, in order: empty, or why it can't be taken now or ever
   * @throws RuntimeException if nothing was taken, or it is unknown what was
   */
  List<Optional<UnfitMessage>> handle(List<T> batch, UUID receipt);
}
