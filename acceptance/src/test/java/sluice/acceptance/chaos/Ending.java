package sluice.acceptance.chaos;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import sluice.acceptance.Http;

/** What the product says when all work is done, compared with what workers saw. */
final class Ending {
  private static final Duration AUDIT_WITHIN = Duration.ofSeconds(90);
  private static final Duration QUIET_WITHIN = Duration.ofSeconds(60);

  private final Site site;
  private final Http http;
  private final List<String> violations = new ArrayList<>();
  private Instant quiet = Instant.MAX;

  Ending(Site site, Http http) {
    this.site = site;
    this.http = http;
  }

  /** Waits until nothing is waiting or in flight. */
  void awaitQuiet() {
    if (!comesTrue(QUIET_WITHIN, () -> alive(totals()) == 0)) {
      violations.add("work is left: " + totals());
    }
    quiet = Instant.parse(stats().getString("readAt"));
  }

  /**
   * Waits until the auditor has been round since it was quiet; what is not as it should be.
   *
   * @param done different jobs that workers did
   */
  List<String> check(int done) {
    JsonObject totals = totals();
    for (String state : List.of("dead", "cancelled", "expired")) {
      expect(state, 0, totals.getJsonNumber(state).longValue());
    }
    expect("finished", done, totals.getJsonNumber("finished").longValue());
    expect("accepted", done, totals.getJsonNumber("accepted").longValue());
    checkSlots();
    checkAuditor();
    return List.copyOf(violations);
  }

  private JsonObject stats() {
    Http.Answer answer = http.get("/stats");
    if (answer.status() != 200) {
      throw new IllegalStateException("GET /stats: " + answer);
    }
    return answer.object();
  }

  private JsonObject totals() {
    return stats().getJsonObject("totals");
  }

  private static long alive(JsonObject totals) {
    return totals.getJsonNumber("pending").longValue()
        + totals.getJsonNumber("scheduled").longValue()
        + totals.getJsonNumber("inFlight").longValue();
  }

  private void expect(String what, long expected, long is) {
    if (expected != is) {
      violations.add("%s is %d by /stats, expected %d".formatted(what, is, expected));
    }
  }

  private void checkSlots() {
    expect(
        "slots held by nobody",
        0,
        number("select coalesce(sum(in_flight), 0) from sluice.gate_partition"));
    expect(
        "entries of the auditor's mending",
        0,
        number("select count(*) from sluice.audit where action = 'auditor.mend'"));
  }

  /** Jobs admitted over all attempts, begun or not, by the batches. */
  long admissions() {
    return number("select coalesce(sum(cardinality(jobs)), 0) from sluice.admission_batch");
  }

  private long number(String query) {
    try (Connection connection = site.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(query, e);
    }
  }

  private void checkAuditor() {
    if (!comesTrue(AUDIT_WITHIN, () -> hasBeenRoundSince(quiet))) {
      violations.add("the auditor has not been round: " + auditor());
    }
    expect("the auditor's difference", 0, auditor().getJsonNumber("difference").longValue());
  }

  private JsonObject auditor() {
    return stats().getJsonObject("auditor");
  }

  private boolean hasBeenRoundSince(Instant since) {
    JsonObject checks = auditor().getJsonObject("checks");
    return checks.values().stream()
        .map(check -> check.asJsonObject())
        .allMatch(check ->
            !check.isNull("endedAt") && Instant.parse(check.getString("endedAt")).isAfter(since));
  }

  static boolean comesTrue(Duration within, BooleanSupplier condition) {
    try {
      Awaitility.await()
          .atMost(within)
          .pollInterval(Duration.ofMillis(200))
          .ignoreExceptions()
          .until(condition::getAsBoolean);
      return true;
    } catch (ConditionTimeoutException late) {
      return false;
    }
  }
}
