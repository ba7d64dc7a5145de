package sluice.ejb.upkeep;

import java.time.DateTimeException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * How long things are kept. Empty = for ever: what a setting says that cannot be read is not
 * guessed, nothing is deleted by it.
 *
 * @param history jobs that are over, and receipts of intake sessions
 * @param batches batches that were forwarded
 * @param figures figures and denials per minute; at least a day, which the pages show
 * @param audit entries of the audit
 * @param idle lanes, shares and partitions without a job
 * @param observed figures of partitions
 * @param faults settings that make no sense, one sentence each
 */
public record Retention(
    Optional<Duration> history,
    Optional<Duration> batches,
    Optional<Duration> figures,
    Optional<Duration> audit,
    Optional<Duration> idle,
    Observed observed,
    List<String> faults) {

  /**
   * How long figures of partitions are kept.
   *
   * @param minutes by the minute; at least the two hours that pages show and hours are made of
   * @param hours by the hour
   */
  public record Observed(Optional<Duration> minutes, Optional<Duration> hours) {}

  /** Reads the settings {@code sluice.retention.*} and {@code sluice.idle}. */
  public static Retention read(Function<String, Optional<String>> settings) {
    List<String> faults = new ArrayList<>();
    Reading reading = new Reading(settings, faults);
    return new Retention(
        reading.of("sluice.retention.history", Duration.ofDays(7), Duration.ofHours(1)),
        reading.of("sluice.retention.batches", Duration.ofDays(1), Duration.ofMinutes(1)),
        reading.of("sluice.retention.figures", Duration.ofDays(7), Duration.ofDays(1)),
        reading.of("sluice.retention.audit", Duration.ofDays(365), Duration.ofDays(1)),
        reading.of("sluice.idle", Duration.ofDays(1), Duration.ofMinutes(1)),
        new Observed(
            reading.of("sluice.retention.observations", Duration.ofHours(2), Duration.ofHours(2)),
            reading.of(
                "sluice.retention.observation.hours", Duration.ofDays(30), Duration.ofDays(1))),
        List.copyOf(faults));
  }

  /** Reads one setting after the other. */
  record Reading(Function<String, Optional<String>> settings, List<String> faults) {
    Optional<Duration> of(String name, Duration usual, Duration least) {
      Optional<String> text = settings.apply(name).map(String::strip);
      if (text.isEmpty()) {
        return Optional.of(usual);
      }
      if (text.get().equalsIgnoreCase("forever")) {
        return Optional.empty();
      }
      try {
        Duration duration = Duration.parse(text.get());
        if (duration.compareTo(least) >= 0 && duration.compareTo(Duration.ofDays(36_500)) <= 0) {
          return Optional.of(duration);
        }
      } catch (DateTimeException e) {
        // told below
      }
      faults.add(
          name
              + " is '"
              + text.get()
              + "'; allowed: forever, or an ISO-8601 duration from "
              + least
              + " to P36500D; until it is put right nothing is deleted by it");
      return Optional.empty();
    }
  }
}
