package sluice.ejb.trace;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageCodec;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * An attempt in flight whose producer gave a trace. Immutable.
 *
 * @param jobId the job
 * @param attempt which attempt of it
 * @param policyId the policy
 * @param namespace the namespace
 * @param context the producer's {@code traceparent}, and its {@code tracestate} if there is one
 * @param times what is known of its way
 */
public record AttemptTrace(
    long jobId,
    int attempt,
    int policyId,
    String namespace,
    Map<String, String> context,
    Times times) {
  private static final SqlStatement READ = SqlStatement.named("trace/read_attempts");
  private static final List<String> CONTEXT = List.of("traceparent", "tracestate");

  /**
   * Instants by the database's clock, in order.
   *
   * @param staged when the job was staged; of a later attempt when it could go again
   * @param admitted when it was admitted
   * @param forwarded when the broker was known to have it; null if its worker was quicker
   * @param settled when its end was written
   */
  public record Times(
      Instant staged, Instant admitted, @Nullable Instant forwarded, Instant settled) {}

  /** Those of the attempts that are in flight and have a trace, about to be settled. */
  public static List<AttemptTrace> read(Connection connection, long[] ids, int[] attempts)
      throws SQLException {
    return READ
        .on(connection)
        .bigints("ids", ids)
        .integers("attempts", attempts)
        .list(AttemptTrace::of)
        .stream()
        .filter(trace -> !trace.context().isEmpty())
        .toList();
  }

  private static AttemptTrace of(Row row) throws SQLException {
    int attempt = row.integer("attempt");
    return new AttemptTrace(
        row.bigint("id"),
        attempt,
        row.integer("policy_id"),
        row.text("namespace"),
        context(row.bytes("head")),
        new Times(
            row.instant(attempt == 1 ? "staged_at" : "eligible_at"),
            row.instant("admitted_at"),
            row.instantOrNull("forwarded_at"),
            row.instant("now")));
  }

  /** Empty without a trace; a head that cannot be read has none. */
  private static Map<String, String> context(byte[] head) {
    Map<String, @Nullable Object> properties;
    try {
      properties = MessageCodec.decode(head, null).properties();
    } catch (IllegalArgumentException e) {
      return Map.of();
    }
    Map<String, String> context = new LinkedHashMap<>();
    for (String name : CONTEXT) {
      if (properties.get(name) instanceof String text) {
        context.put(name, text);
      }
    }
    return context;
  }
}
