package sluice.jms.consume;

import org.jspecify.annotations.Nullable;
import sluice.jms.message.Incoming;
import sluice.jms.message.UnfitMessage;

/**
 * A message that waits to be handled: either it could be read, or it is unfit.
 *
 * @param incoming the message itself
 * @param value what it asks for; null if it is unfit
 * @param unfit why it can't be taken; null if it could be read
 */
record Received<T>(Incoming incoming, @Nullable T value, @Nullable UnfitMessage unfit) {
  /** About how much memory it holds. */
  long weight() {
    return 512 + incoming.body().size();
  }
}
