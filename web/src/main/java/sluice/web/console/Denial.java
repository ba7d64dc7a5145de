package sluice.web.console;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import sluice.core.reason.Reason;

/**
 * A reason and how often ticks gave it lately.
 *
 * @param words the reason in few words
 * @param sentence the reason as the rest of the product says it
 * @param lanes how often a tick let nothing of a lane go for it
 */
public record Denial(String words, String sentence, long lanes) {

  /** Most frequent first. */
  public static List<Denial> of(Map<String, Long> byReason) {
    return byReason.entrySet().stream()
        .map(entry -> of(entry.getKey(), entry.getValue()))
        .sorted(Comparator.comparingLong(Denial::lanes).reversed().thenComparing(Denial::words))
        .toList();
  }

  private static Denial of(String name, long lanes) {
    Optional<Reason> reason =
        Stream.of(Reason.values()).filter(known -> known.name().equals(name)).findFirst();
    return reason
        .map(known -> new Denial(words(known), known.sentence(), lanes))
        .orElseGet(() -> new Denial(name, "", lanes));
  }

  /** The reason in few words. */
  public static String words(Reason reason) {
    return switch (reason) {
      case MISCONFIGURED -> "limit missing";
      case PAUSED -> "paused";
      case NOT_DUE -> "not due yet";
      case QUOTA -> "namespace quota reached";
      case THROTTLE -> "rate used up";
      case CONCURRENCY -> "concurrency limit reached";
      case ADAPTIVE -> "self-tuning limit reached";
      case GLOBAL_CAP -> "policy cap reached";
      case BROKER -> "broker takes no messages";
      case BUDGET -> "tick budget used";
      case FAIR_TURN -> "others' turn";
    };
  }
}
