package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class PolicyFiguresTest {
  private final TestDatabase database = TestDatabase.fresh();

  private List<PolicyFigures> read() throws Exception {
    try (Connection connection = database.connect()) {
      return PolicyFiguresRows.read(connection, null, "", 100);
    }
  }

  private void policy(String name) throws Exception {
    database.execute("insert into policy (name) values ('%s')".formatted(name));
    database.execute(
        "insert into policy_version (policy_id, version, definition, author) select id, 1, '{}', 'ann' from policy where name = '%s'"
            .formatted(name));
  }

  @Test
  void arrivals_and_tallies_not_folded_yet_come_on_top() throws Exception {
    policy("p");
    database.execute(
        "update policy set accepted = 10, pending = 4, scheduled = 1, in_flight = 2, finished = 3");
    database.execute(
        "insert into arrival (policy_id, lanes, counts, accepted, scheduled) values (1, '{1,2}', '{3,2}', 6, 1), (1, '{1}', '{-1}', 0, 0)");
    database.execute(
        "insert into tally (policy_id, scheduled, in_flight, finished, failed, dead, cancelled) values (1, 1, -2, 1, 1, 0, 0), (1, 0, 0, 0, 0, 0, 1)");
    PolicyFigures figures = read().getFirst();
    assertThat(figures.counts().accepted()).isEqualTo(16);
    assertThat(figures.counts().alive()).isEqualTo(new PolicyFigures.Alive(8, 3, 0));
    assertThat(figures.counts().ended()).isEqualTo(new PolicyFigures.Ended(4, 0, 1, 0));
    PolicyFigures.Alive alive = figures.counts().alive();
    PolicyFigures.Ended ended = figures.counts().ended();
    assertThat(figures.counts().accepted())
        .as("conservation")
        .isEqualTo(
            alive.pending()
                + alive.scheduled()
                + alive.inFlight()
                + ended.finished()
                + ended.dead()
                + ended.cancelled()
                + ended.expired());
    assertThat(figures.recent().completed24h()).isEqualTo(1);
    assertThat(figures.recent().failed24h()).isEqualTo(1);
  }

  @Test
  void i_169_the_last_day_is_summed_and_older_minutes_are_not() throws Exception {
    policy("p");
    database.execute(
        """
        insert into policy_minute (policy_id, minute, finished, failed) values
        (1, clock_timestamp() - interval '25 hours', 100, 100), (1, clock_timestamp() - interval '23 hours', 5, 2),
        (1, clock_timestamp(), 1, 0)
        """);
    PolicyFigures figures = read().getFirst();
    assertThat(figures.recent().completed24h()).isEqualTo(6);
    assertThat(figures.recent().failed24h()).isEqualTo(2);
  }

  @Test
  void denials_of_the_last_five_minutes_are_told_by_reason() throws Exception {
    policy("p");
    database.execute(
        """
        insert into denial_minute values (1, now() - interval '6 minutes', 'THROTTLE', 100),
        (1, now() - interval '2 minutes', 'THROTTLE', 3), (1, now() - interval '1 minute', 'THROTTLE', 4), (1, now(), 'QUOTA', 1)
        """);
    assertThat(read().getFirst().recent().deniedByReason())
        .isEqualTo(Map.of("THROTTLE", 7L, "QUOTA", 1L));
  }

  @Test
  void i_165_i_166_a_job_that_could_go_for_more_than_an_hour_makes_its_policy_stale()
      throws Exception {
    policy("p");
    policy("q");
    job(1, 1, "pending", "61 minutes", "3 days");
    job(2, 1, "pending", "1 minute", "3 days");
    job(3, 2, "pending", "59 minutes", "3 days");
    job(4, 2, "scheduled", "2 hours", "3 days");
    List<PolicyFigures> both = read();
    assertThat(both.get(0).waiting().stale()).isTrue();
    assertThat(both.get(1).waiting().stale()).isFalse();
    assertThat(both.get(1).waiting().oldestEligibleAt()).isNotNull();
  }

  @Test
  void pages_go_on_behind_a_name() throws Exception {
    policy("a");
    policy("b");
    try (Connection connection = database.connect()) {
      assertThat(PolicyFiguresRows.read(connection, null, "a", 5))
          .extracting(figures -> figures.head().name())
          .containsExactly("b");
    }
  }

  @Test
  void the_whole_is_the_sum() throws Exception {
    policy("a");
    policy("b");
    database.execute("update policy set accepted = 2, pending = 2");
    database.execute(
        "insert into policy_minute (policy_id, minute, admitted, lag_ms, started) values (1, date_trunc('minute', clock_timestamp()) - interval '1 minute', 7, 30, 4)");
    try (Connection connection = database.connect()) {
      Stats stats = StatsRows.read(connection);
      assertThat(stats.totals().alive().pending()).isEqualTo(4);
      assertThat(stats.outbox().ageMs()).isZero();
    }
  }

  private void job(long id, int policy, String state, String eligibleAgo, String stagedAgo)
      throws Exception {
    database.execute(
        "insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, namespace, head) values (%d, %d, 1, '%s', 4, now() - interval '%s', now() - interval '%s', 'default', '')"
            .formatted(id, policy, state, eligibleAgo, stagedAgo));
  }
}
