package sluice.web.console;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Named;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Stats;

/** Numbers and times as people read them. Stateless, hence thread-safe. */
@Named
@ApplicationScoped
public class Show {
  /** What stands where there is nothing to say. */
  public static final String NONE = "–";

  private static final DateTimeFormatter UTC =
      DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss 'UTC'", Locale.ROOT)
          .withZone(ZoneOffset.UTC);

  /** {@code 1,234,567}. */
  public String count(long number) {
    return String.format(Locale.ROOT, "%,d", number);
  }

  /** The number of a failure as the log has it; empty for any other text. */
  public String number(@Nullable String text) {
    return text != null && text.matches("[0-9a-f-]{36}") ? text : "";
  }

  /** At most two decimals, grouped; a dash for null. */
  public String decimal(@Nullable Double number) {
    return number == null
        ? NONE
        : new DecimalFormat("#,##0.##", DecimalFormatSymbols.getInstance(Locale.ROOT))
            .format(number);
  }

  /** Milliseconds with a unit that fits, in at most three figures; a dash for null. */
  public String millis(@Nullable Double millis) {
    if (millis == null) {
      return NONE;
    }
    return millis < 1_000 ? rounded(millis) + " ms" : rounded(millis / 1_000) + " s";
  }

  /** {@code 2026-11-30 10:02:03 UTC}: for browsers without script, others show their own zone. */
  public String utc(@Nullable Instant instant) {
    return instant == null ? NONE : UTC.format(instant);
  }

  /** How long ago, in the two largest units; never negative. */
  public String age(@Nullable Instant since, @Nullable Instant now) {
    return since == null || now == null ? NONE : span(Duration.between(since, now));
  }

  /** {@code 12.3 %}, in at most three figures. */
  public String percent(double number) {
    return rounded(number) + " %";
  }

  /** Three figures are enough. */
  private String rounded(double number) {
    double size = Math.abs(number);
    double parts = size >= 100 ? 1 : size >= 10 ? 10 : 100;
    return decimal(Math.round(number * parts) / parts);
  }

  /** A duration in the two largest units. */
  public String millisSpan(@Nullable Long millis) {
    return millis == null ? NONE : span(Duration.ofMillis(millis));
  }

  /** Age of the oldest batch that the broker has not taken; "none" without one. */
  public String openBatch(Stats.Outbox outbox) {
    return outbox.oldestAt() == null ? "none" : millisSpan(outbox.ageMs());
  }

  /** Bytes with a unit that fits; a dash for null. */
  public String bytes(@Nullable Integer bytes) {
    if (bytes == null) {
      return NONE;
    }
    if (bytes < 1_024) {
      return bytes + (bytes == 1 ? " byte" : " bytes");
    }
    return bytes < 1_048_576
        ? decimal(bytes / 1_024.0) + " KiB"
        : decimal(bytes / 1_048_576.0) + " MiB";
  }

  static String span(Duration span) {
    if (span.toSeconds() < 1) {
      return "under 1 s";
    }
    if (span.toMinutes() < 1) {
      return span.toSeconds() + " s";
    }
    if (span.toHours() < 1) {
      return span.toMinutes() + " min " + span.toSecondsPart() + " s";
    }
    return span.toDays() < 1
        ? span.toHours() + " h " + span.toMinutesPart() + " min"
        : span.toDays() + " d " + span.toHoursPart() + " h";
  }
}
