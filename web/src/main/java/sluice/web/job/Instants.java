package sluice.web.job;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import sluice.ejb.stage.StageRequest;

/** Instants as a job writes them: ISO-8601 text or milliseconds since the epoch. Stateless. */
final class Instants {
  private Instants() {}

  /** The instant; null for null. An instant before 1970 is read as 1970: long past either way. */
  static @Nullable Instant read(String field, @Nullable Object value) {
    Instant instant =
        switch (value) {
          case null -> null;
          case JobFields.NumberText number -> ofMillis(field, number.text());
          case String text -> ofText(field, text);
          default -> throw unfit(field);
        };
    if (instant == null) {
      return null;
    }
    if (instant.isAfter(StageRequest.LATEST)) {
      throw new UnfitJob(
          "INVALID_FIELD",
          field + " lies beyond the year 294000, where the database's calendar ends");
    }
    return instant.isBefore(Instant.EPOCH) ? Instant.EPOCH : instant;
  }

  private static Instant ofMillis(String field, String text) {
    try {
      return Instant.ofEpochMilli(Long.parseLong(text));
    } catch (NumberFormatException e) {
      throw unfit(field);
    }
  }

  private static Instant ofText(String field, String text) {
    try {
      return text.length() > 60 ? ofMillis(field, "") : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      return ofMillis(field, text);
    }
  }

  private static UnfitJob unfit(String field) {
    return new UnfitJob(
        "INVALID_FIELD",
        field + " is an instant like 2026-11-30T12:00:00Z, or whole milliseconds since 1970");
  }
}
