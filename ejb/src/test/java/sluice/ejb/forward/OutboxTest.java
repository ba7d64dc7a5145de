package sluice.ejb.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageCodec;
import sluice.core.job.MessageKind;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.policy.ActivePolicy;
import sluice.sql.TestDatabase;

/** A row that cannot be read is set apart; the rest of its batch goes. */
class OutboxTest {
  private static final ActivePolicy POLICY =
      new ActivePolicy(1, 1, 1, false, PolicyDocument.read("{policy: p, destination: w}"));
  private static final byte[] HEAD =
      MessageCodec.encode(
          new JobMessage(
              new JobMessage.Head(MessageKind.TEXT, null, null, null, 4), Map.of(), null));
  private static final byte[] CUT = {1, 2};

  private static AdmittedBatch.AdmittedJob job(long id, byte[] head) {
    return new AdmittedBatch.AdmittedJob(
        id,
        1,
        new AdmittedBatch.Labels("default", null),
        null,
        new AdmittedBatch.Stored(head, null));
  }

  @Test
  void an_unreadable_job_just_admitted_holds_up_no_other() {
    AdmittedBatch batch =
        new AdmittedBatch(
            7, POLICY, Instant.now(), List.of(job(1, HEAD), job(2, CUT), job(3, HEAD)));
    Outbox.Ready ready = Outbox.jobs(batch, Duration.ZERO);
    assertThat(ready.jobs()).extracting(ForwardedJob::id).containsExactly(1L, 3L);
    assertThat(ready.unreadable()).extracting(ForwardingFailed.Refused::jobId).containsExactly(2L);
  }

  @Test
  void b11_when_an_attempt_must_begin_is_said_by_the_databases_clock() {
    Instant hours = Instant.now().plusSeconds(7_200);
    AdmittedBatch batch = new AdmittedBatch(7, POLICY, hours, List.of(job(1, HEAD)));
    Duration lease = POLICY.policy().lease();
    ForwardedJob.Terms terms = Outbox.jobs(batch, Duration.ofSeconds(2)).jobs().getFirst().terms();
    assertThat(terms.beginBefore()).isEqualTo(hours.plus(lease).minusSeconds(1));
    assertThat(terms.timeToLive()).isEqualTo(lease.minusSeconds(3));
  }

  @Test
  void an_unreadable_job_of_an_open_batch_holds_up_no_other() throws Exception {
    TestDatabase database = TestDatabase.fresh();
    database.execute(
        "insert into job (id, policy_id, lane_id, state, priority, attempt, eligible_at, staged_at, admitted_at, lease_expires_at, namespace, head) select i, 1, 1, 'admitted', 4, 1, now(), now(), now(), now() + interval '1 minute', 'n', case i when 2 then '\\x0102'::bytea else '\\x%s'::bytea end from generate_series(1, 3) i"
            .formatted(java.util.HexFormat.of().formatHex(HEAD)));
    try (Connection connection = database.connect()) {
      Outbox.Ready ready =
          Outbox.read(
              connection,
              new Outbox.Open(7, 1, null, new long[] {1, 2, 3}, new int[] {1, 1, 1}),
              POLICY);
      assertThat(ready.jobs()).extracting(ForwardedJob::id).containsExactly(1L, 3L);
      assertThat(ready.unreadable().getFirst().why()).isNotEmpty();
    }
  }

  @Test
  void an_open_batch_says_where_it_was_sent_first() throws Exception {
    TestDatabase database = TestDatabase.fresh();
    database.execute(
        "insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, destination) values (1, 1, now() - interval '1 hour', '{1}', '{1}', 1, 'work.old'), (2, 1, now() - interval '1 minute', '{2}', '{1}', 1, null)");
    try (Connection connection = database.connect()) {
      assertThat(Outbox.open(connection, Duration.ZERO, 10))
          .extracting(Outbox.Open::destination)
          .containsExactly("work.old", null);
    }
  }

  @Test
  void b31_a_batch_that_somebody_sends_is_nobody_elses_until_that_one_has_failed()
      throws Exception {
    TestDatabase database = TestDatabase.fresh();
    database.execute(
        "insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at) values (1, 1, now() - interval '1 hour', '{1}', '{1}', 1)");
    try (Connection one = database.connect();
        Connection other = database.connect()) {
      one.setAutoCommit(false);
      assertThat(Outbox.close(one, 1)).isEqualTo(1);
      assertThat(Outbox.close(other, 1)).as("while one sends it").isZero();
      one.rollback();
      assertThat(Outbox.close(other, 1)).as("once the broker did not take it").isEqualTo(1);
      assertThat(Outbox.close(one, 1)).as("once it was sent").isZero();
    }
  }
}
