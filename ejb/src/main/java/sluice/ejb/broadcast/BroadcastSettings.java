package sluice.ejb.broadcast;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * What an operator can set about events.
 *
 * @param cadence from one sample of the namespaces to the next; the same on every node
 * @param full an unchanged namespace is told of again after this time
 * @param subscribers most subscribers of a node at once
 * @param faults settings that make no sense, one sentence each; the default holds instead
 */
public record BroadcastSettings(
    Duration cadence, Duration full, int subscribers, List<String> faults) {
  private static final int MOST_SUBSCRIBERS = 10_000;

  /** Reads the settings {@code sluice.quota.*} and {@code sluice.events.subscribers}. */
  public static BroadcastSettings read(Function<String, Optional<String>> settings) {
    List<String> faults = new ArrayList<>();
    Reading reading = new Reading(settings, faults);
    return new BroadcastSettings(
        reading.duration("sluice.quota.cadence", Duration.ofSeconds(1), Duration.ofMillis(200)),
        reading.duration("sluice.quota.full", Duration.ofSeconds(30), Duration.ofSeconds(1)),
        reading.count("sluice.events.subscribers", 200),
        List.copyOf(faults));
  }

  private record Reading(Function<String, Optional<String>> settings, List<String> faults) {
    private static final Duration LONGEST = Duration.ofHours(1);

    Duration duration(String name, Duration usual, Duration least) {
      String text = settings.apply(name).map(String::strip).orElse(usual.toString());
      try {
        Duration value = Duration.parse(text);
        if (value.compareTo(least) >= 0 && value.compareTo(LONGEST) <= 0) {
          return value;
        }
      } catch (DateTimeException e) {
        // told below
      }
      faults.add(
          name
              + " is '"
              + text
              + "'; allowed: an ISO-8601 duration from "
              + least
              + " to "
              + LONGEST
              + "; "
              + usual
              + " holds");
      return usual;
    }

    int count(String name, int usual) {
      String text = settings.apply(name).map(String::strip).orElse(Integer.toString(usual));
      try {
        int value = Integer.parseInt(text);
        if (value >= 0 && value <= MOST_SUBSCRIBERS) {
          return value;
        }
      } catch (NumberFormatException e) {
        // told below
      }
      faults.add(
          name
              + " is '"
              + text
              + "'; allowed: a number from 0 to "
              + MOST_SUBSCRIBERS
              + "; "
              + usual
              + " holds");
      return usual;
    }
  }
}
