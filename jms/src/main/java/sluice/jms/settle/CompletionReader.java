package sluice.jms.settle;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.client.WireFormat;
import sluice.core.job.Outcome;
import sluice.ejb.settle.AttemptRef;
import sluice.ejb.settle.Completion;
import sluice.jms.consume.Interpreter;
import sluice.jms.message.Incoming;
import sluice.jms.message.MessageProperties;
import sluice.jms.message.MessageReader;
import sluice.jms.message.UnfitMessage;
import sluice.jms.message.WellFormed;

/**
 * Reads a worker's last word. Attempt and outcome must be right; an optional property that can't be
 * read counts as absent, because throwing the whole word away would run the job again. Thread-safe.
 */
public final class CompletionReader implements Interpreter<Completion> {
  private static final long LAST_MILLIS = Instant.parse("9999-12-31T00:00:00Z").toEpochMilli();
  private static final Duration LONGEST_RETRY_AFTER = Duration.ofDays(366);

  @Override
  public Completion read(Incoming incoming) {
    Map<String, @Nullable Object> values = MessageReader.properties(incoming.message());
    MessageProperties properties = new MessageProperties(values);
    AttemptRef attempt = AttemptReader.attempt(values);
    return new Completion(
        attempt,
        outcome(properties),
        startedAt(optional(properties, WireFormat.STARTED_AT)),
        error(values.get(WireFormat.ERROR)),
        retryAfter(optional(properties, WireFormat.RETRY_AFTER_MS)));
  }

  private static Outcome outcome(MessageProperties properties) {
    String word = properties.requiredText(WireFormat.OUTCOME);
    return Outcome.ofWord(word)
        .orElseThrow(
            () -> properties.invalid(WireFormat.OUTCOME, "success, failure, reject, later"));
  }

  private static @Nullable Long optional(MessageProperties properties, String name) {
    try {
      return properties.integer(name);
    } catch (UnfitMessage e) {
      return null;
    }
  }

  private static @Nullable Instant startedAt(@Nullable Long millis) {
    return millis == null || millis <= 0 || millis > LAST_MILLIS
        ? null
        : Instant.ofEpochMilli(millis);
  }

  private static @Nullable String error(@Nullable Object value) {
    return value == null
        ? null
        : WellFormed.of(WellFormed.cut(value.toString(), WireFormat.ERROR_MAX_LENGTH));
  }

  private static @Nullable Duration retryAfter(@Nullable Long millis) {
    if (millis == null || millis <= 0) {
      return null;
    }
    return Duration.ofMillis(Math.min(millis, LONGEST_RETRY_AFTER.toMillis()));
  }
}
