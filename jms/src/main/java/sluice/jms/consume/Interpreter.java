package sluice.jms.consume;

import sluice.jms.message.Incoming;
import sluice.jms.message.UnfitMessage;

/**
 * Says what a message asks for. Thread-safe.
 *
 * @param <T> what a service understands
 */
@FunctionalInterface
public interface Interpreter<T> {
  /**
   * The message in a service's words.
   *
   * @throws UnfitMessage if it breaks the contract; any other exception counts as unreadable
   */
  T read(Incoming incoming);
}
