package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class DeletePolicyTest {
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private final PoliciesForTests policies = new PoliciesForTests(DATABASE);
  private int id;

  @BeforeEach
  void one_policy_with_a_lane_and_a_shared_partition() throws Exception {
    DATABASE.execute(
        "truncate policy, policy_version, arrival, tally, waiter, audit, lane, share, namespace_turn, gate_partition, job, dead_job, finished_job restart identity");
    id =
        policies
            .save("p", PoliciesForTests.document("p", "[{name: a, type: globalCap, max: 9}]"))
            .id();
    DATABASE.execute(
        "insert into gate_partition (policy_id, gate, key, in_flight) values (%d, 'a', '(all)', 2), (0, 'quota', 't', 5)"
            .formatted(id));
    DATABASE.execute(
        "insert into namespace_turn (policy_id, namespace) values (%d, 'default')".formatted(id));
    DATABASE.execute(
        "insert into share (policy_id, namespace, key, turn_id) values (%d, 'default', 'k', 1)"
            .formatted(id));
    DATABASE.execute(
        "insert into lane (policy_id, keying_version, share_id, partitions, turn_id) values (%d, 1, 1, '{1,2}', 1)"
            .formatted(id));
    DATABASE.execute("insert into waiter (partition_id, policy_id) values (2, 77)");
  }

  private void jobs(int pending, int scheduled, int admitted) throws SQLException {
    DATABASE.execute(
        """
        insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, lease_expires_at, namespace, head)
        select n, %1$d, 1, (case when n <= %2$d then 'pending' when n <= %2$d + %3$d then 'scheduled' else 'admitted' end)::job_state,
               4, now(), now(), case when n > %2$d + %3$d then now() end, 'default', ''
        from generate_series(1, %2$d + %3$d + %4$d) n
        """
            .formatted(id, pending, scheduled, admitted));
    DATABASE.execute(
        "update policy set pending = %d, scheduled = %d, in_flight = %d, accepted = %d"
            .formatted(pending, scheduled, admitted, pending + scheduled + admitted));
  }

  private void delete(boolean cancel) {
    new DeletePolicy("p", cancel, PoliciesForTests.ANN).inSteps(policies::in);
  }

  @Test
  void who_deletes_a_policy_that_stands_in_a_file_is_told_that_it_comes_back() throws Exception {
    DeletePolicy byHand = new DeletePolicy("p", false, PoliciesForTests.ANN);
    byHand.inSteps(policies::in);
    assertThat(byHand.notes()).isEmpty();
    one_policy_with_a_lane_and_a_shared_partition();
    policies.in(connection -> PolicyFileRows.mark(connection, new String[] {"p"}));
    DeletePolicy inFile = new DeletePolicy("p", false, PoliciesForTests.ANN);
    inFile.inSteps(policies::in);
    assertThat(inFile.notes()).singleElement().asString().contains("stands in a file");
  }

  private long count(String sql) {
    return policies.in(connection -> {
      try (Statement statement = connection.createStatement();
          var rows = statement.executeQuery(sql)) {
        rows.next();
        return rows.getLong(1);
      }
    });
  }

  @Test
  void living_jobs_refuse_it_with_the_numbers() throws Exception {
    jobs(3, 2, 1);
    assertThatThrownBy(() -> delete(false))
        .isInstanceOf(JobsAlive.class)
        .hasMessageContaining("3 pending, 2 scheduled, 1 in flight");
    assertThat(count("select count(*) from policy where not paused")).isOne();
  }

  @Test
  void nothing_is_left_of_a_policy_without_jobs() {
    delete(false);
    for (String table :
        new String[] {
          "policy", "policy_version", "lane", "share", "namespace_turn", "arrival", "tally"
        }) {
      assertThat(count("select count(*) from " + table)).as(table).isZero();
    }
    assertThat(count("select count(*) from audit where action = 'policy.delete'")).isOne();
  }

  @Test
  void cancelled_jobs_are_history_and_shared_slots_are_free_again() throws Exception {
    jobs(2_500, 20, 2);
    delete(true);
    assertThat(count("select count(*) from job")).isZero();
    assertThat(count("select count(*) from finished_job where ending = 'cancelled'"))
        .isEqualTo(2_522);
    assertThat(count("select in_flight from gate_partition where gate = 'quota'")).isEqualTo(3);
    assertThat(count("select count(*) from waiter where policy_id = 77 and wake_at is not null"))
        .isOne();
    assertThat(count("select count(*) from policy")).isZero();
  }

  @Test
  void a_stager_with_an_open_transaction_is_waited_for_and_its_jobs_refuse_it() throws Exception {
    try (Connection stager = DATABASE.connect()) {
      stager.setAutoCommit(false);
      try (Statement statement = stager.createStatement()) {
        statement.execute(
            "insert into arrival (policy_id, lanes, counts, accepted) values (%d, '{1}', '{1}', 1)"
                .formatted(id));
        CompletableFuture<Void> deletion = CompletableFuture.runAsync(() -> delete(false));
        assertThatThrownBy(() -> deletion.get(300, TimeUnit.MILLISECONDS))
            .isInstanceOf(java.util.concurrent.TimeoutException.class);
        stager.commit();
        assertThatThrownBy(() -> deletion.get(10, TimeUnit.SECONDS))
            .hasCauseInstanceOf(JobsAlive.class);
      }
    }
  }

  @Test
  void a_stager_that_comes_late_stages_nothing() {
    delete(false);
    assertThatThrownBy(() ->
            DATABASE.execute(
                "insert into arrival (policy_id, lanes, counts) values (%d, '{1}', '{1}')"
                    .formatted(id)))
        .hasMessageContaining("arrival_of_policy");
  }

  @Test
  void an_attempt_that_is_given_back_meanwhile_is_cancelled_all_the_same() throws Exception {
    jobs(0, 0, 3);
    try (Connection worker = DATABASE.connect()) {
      worker.setAutoCommit(false);
      int[] steps = {0};
      int deleted =
          new DeletePolicy("p", true, PoliciesForTests.ANN)
              .inSteps(step -> {
                steps[0]++;
                try (Statement statement = worker.createStatement()) {
                  if (steps[0] == 3) {
                    // After what waits was cancelled, before what is in flight: an attempt fails,
                    // and its job is being promoted when the deletion comes by.
                    statement.execute(
                        "update job set state = 'scheduled', lease_expires_at = null where id = 1");
                    statement.execute(
                        "insert into tally (policy_id, scheduled, in_flight) values (%d, 1, -1)"
                            .formatted(id));
                    worker.commit();
                    statement.execute("select from job where id = 1 for update");
                  } else if (steps[0] == 7) {
                    worker.rollback();
                  }
                } catch (SQLException e) {
                  throw new IllegalStateException(e);
                }
                return policies.in(step);
              });
      assertThat(deleted).isEqualTo(id);
      assertThat(steps[0]).isGreaterThan(7);
    }
    assertThat(count("select count(*) from job")).isZero();
    assertThat(count("select count(*) from policy")).isZero();
    assertThat(count("select count(*) from tally")).isZero();
    assertThat(count("select count(*) from finished_job where ending = 'cancelled'")).isEqualTo(3);
  }
}
