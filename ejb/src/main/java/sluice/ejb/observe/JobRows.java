package sluice.ejb.observe;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.job.MessageCodec;
import sluice.sql.BoundStatement;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/** Reads jobs for people: one by its number, or a bounded page. Stateless. */
final class JobRows {
  private static final SqlStatement FIND = SqlStatement.named("observe/find_job");
  private static final SqlStatement FIND_BY_KEY =
      SqlStatement.named("observe/find_live_job_by_key");
  private static final Map<String, SqlStatement> LISTS =
      Map.of(
          "pending", SqlStatement.named("observe/list_pending_jobs"),
          "scheduled", SqlStatement.named("observe/list_scheduled_jobs"),
          "admitted", SqlStatement.named("observe/list_admitted_jobs"),
          "dead", SqlStatement.named("observe/list_dead_jobs"));
  private static final SqlStatement ENDED = SqlStatement.named("observe/list_ended_jobs");

  /** Rows of history a page looks at. */
  private static final int STRETCH = 10_000;

  /** Stretches that are looked through for one page as long as nothing matches. */
  private static final int STRETCHES = 10;

  private JobRows() {}

  static Optional<JobView> find(Connection connection, long id, boolean withBody)
      throws SQLException {
    return FIND.on(connection).set("id", id).set("with_body", withBody).first(JobRows::view);
  }

  static JobPage living(Connection connection, int policyId, String jobKey) throws SQLException {
    Optional<Long> id =
        FIND_BY_KEY
            .on(connection)
            .set("policy_id", policyId)
            .set("job_key", jobKey)
            .first(row -> row.bigint("id"));
    Optional<JobView> job = id.isEmpty() ? Optional.empty() : find(connection, id.get(), false);
    return new JobPage(job.map(JobRows::line).stream().toList(), null);
  }

  private static JobLine line(JobView job) {
    return new JobLine(
        job.id(),
        job.state(),
        job.labels(),
        job.progress().attempt(),
        job.progress().times().waiting().eligibleAt());
  }

  /**
   * A page.
   *
   * @param policyId of the policy asked for; null = all
   */
  static JobPage list(Connection connection, JobQuestion question, @Nullable Integer policyId)
      throws SQLException {
    JobPage page = stretch(connection, question, policyId);
    JobCursor next = page.next();
    for (int looked = 1; looked < STRETCHES && page.jobs().isEmpty() && next != null; looked++) {
      page = stretch(connection, question.behind(next), policyId);
      next = page.next();
    }
    return page;
  }

  private static JobPage stretch(
      Connection connection, JobQuestion question, @Nullable Integer policyId) throws SQLException {
    SqlStatement live = LISTS.get(question.state());
    return live == null
        ? ended(connection, question, policyId)
        : live(live.on(connection), question, policyId);
  }

  private static JobPage live(BoundStatement list, JobQuestion question, @Nullable Integer policyId)
      throws SQLException {
    JobCursor after = question.after() == null ? JobCursor.FIRST : question.after();
    int looked = question.namespace() == null ? question.size() : Math.max(question.size(), 1_000);
    List<JobLine> rows =
        list.set("policy_id", policyId)
            .set("after_at", after.at())
            .set("after_id", after.id())
            .set("limit", looked + 1)
            .list(JobRows::line);
    boolean more = rows.size() > looked;
    rows = more ? rows.subList(0, looked) : rows;
    List<JobLine> matching = rows.stream().filter(job -> matches(job, question)).toList();
    if (matching.size() > question.size()) {
      matching = matching.subList(0, question.size());
      return new JobPage(matching, cursor(matching.getLast()));
    }
    return new JobPage(matching, more ? cursor(rows.getLast()) : null);
  }

  private static JobPage ended(
      Connection connection, JobQuestion question, @Nullable Integer policyId) throws SQLException {
    List<JobLine> rows =
        ENDED
            .on(connection)
            .set("policy_id", policyId)
            .set("ending", question.state())
            .set("namespace", question.namespace())
            .set("before_id", question.after() == null ? Long.MAX_VALUE : question.after().id())
            .set("stretch", STRETCH)
            .set("limit", question.size() + 1)
            .list(JobRows::line);
    boolean last = !rows.isEmpty() && rows.getLast().state().isEmpty();
    List<JobLine> jobs = rows.stream().filter(job -> !job.state().isEmpty()).toList();
    if (jobs.size() > question.size()) {
      jobs = jobs.subList(0, question.size());
      return new JobPage(jobs, new JobCursor(Instant.EPOCH, jobs.getLast().id()));
    }
    return new JobPage(jobs, last ? new JobCursor(Instant.EPOCH, rows.getLast().id()) : null);
  }

  private static boolean matches(JobLine job, JobQuestion question) {
    return question.namespace() == null || question.namespace().equals(job.labels().namespace());
  }

  private static @Nullable JobCursor cursor(JobLine job) {
    return job.at() == null ? null : new JobCursor(job.at(), job.id());
  }

  private static JobLine line(Row row) throws SQLException {
    return new JobLine(
        row.bigint("id"),
        row.text("state"),
        new JobView.Labels(
            row.textOrNull("policy"),
            row.text("namespace"),
            row.textOrNull("job_key"),
            null,
            integerOrNull(row, "priority")),
        row.integer("attempt"),
        row.instantOrNull("at"));
  }

  private static JobView view(Row row) throws SQLException {
    return new JobView(
        row.bigint("id"),
        row.text("state"),
        new JobView.Labels(
            row.textOrNull("policy"),
            row.text("namespace"),
            row.textOrNull("job_key"),
            row.textOrNull("dedupe_key"),
            integerOrNull(row, "priority")),
        new JobView.Progress(
            row.integer("attempt"),
            integerOrNull(row, "failures"),
            row.textOrNull("cause"),
            row.textOrNull("last_error"),
            times(row)),
        payload(row));
  }

  private static JobView.Times times(Row row) throws SQLException {
    return new JobView.Times(
        row.instant("staged_at"),
        new JobView.Waiting(row.instantOrNull("eligible_at"), row.instantOrNull("expires_at")),
        new JobView.Running(
            row.instantOrNull("admitted_at"),
            row.instantOrNull("lease_expires_at"),
            row.instantOrNull("started_at"),
            row.instantOrNull("ended_at")));
  }

  private static JobView.@Nullable Payload payload(Row row) throws SQLException {
    byte[] head = row.bytesOrNull("head");
    return head == null
        ? null
        : new JobView.Payload(
            MessageCodec.decode(head, row.bytesOrNull("body")), integerOrNull(row, "body_length"));
  }

  private static @Nullable Integer integerOrNull(Row row, String column) throws SQLException {
    Long value = row.bigintOrNull(column);
    return value == null ? null : Math.toIntExact(value);
  }
}
