package sluice.ejb.cancel;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Statement;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class CancelJobsTest {
  private final TestDatabase database = TestDatabase.fresh();

  @BeforeEach
  void three_jobs() throws Exception {
    database.execute(
        "insert into policy (name, accepted, pending, scheduled, in_flight) values ('p', 3, 1, 1, 1)");
    database.execute(
        """
        insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, lease_expires_at, namespace, job_key, dedupe_key, head)
        values (1, 1, 7, 'pending', 4, now(), now(), null, 'n', 'a', 'd1', ''), (2, 1, 7, 'scheduled', 4, now(), now(), null, 'n', 'b', 'd2', ''),
               (3, 1, 7, 'admitted', 4, now(), now(), now(), 'n', 'c', 'd3', '')
        """);
  }

  private boolean cancel(long id) throws Exception {
    try (Connection connection = database.connect()) {
      return CancelJobs.one(connection, id).isPresent();
    }
  }

  private String text(String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return String.valueOf(rows.getString(1));
    }
  }

  @Test
  void a_pending_job_leaves_its_lane_by_a_negative_arrival() throws Exception {
    assertThat(cancel(1)).isTrue();
    assertThat(text("select concat_ws(' ', lanes, counts, accepted) from arrival"))
        .isEqualTo("{7} {-1} 0");
    assertThat(text("select scheduled || ' ' || cancelled from tally")).isEqualTo("0 1");
    assertThat(text("select ending || ' ' || job_key from finished_job where id = 1"))
        .isEqualTo("cancelled a");
  }

  @Test
  void a_scheduled_job_leaves_by_a_tally_alone() throws Exception {
    assertThat(cancel(2)).isTrue();
    assertThat(text("select count(*) from arrival")).isEqualTo("0");
    assertThat(text("select scheduled || ' ' || cancelled from tally")).isEqualTo("-1 1");
  }

  @Test
  void a_job_in_flight_or_unknown_stays_as_it_is() throws Exception {
    assertThat(cancel(3)).isFalse();
    assertThat(cancel(99)).isFalse();
    assertThat(text("select count(*) from tally")).isEqualTo("0");
    assertThat(text("select count(*) from job")).isEqualTo("3");
  }

  @Test
  void the_keys_are_free_again() throws Exception {
    cancel(1);
    database.execute(
        "insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, namespace, job_key, dedupe_key, head) values (4, 1, 7, 'pending', 4, now(), now(), 'n', 'a', 'd1', '')");
    assertThat(text("select count(*) from job where job_key = 'a'")).isEqualTo("1");
  }
}
