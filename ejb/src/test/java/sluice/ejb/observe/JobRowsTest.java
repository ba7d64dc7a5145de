package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageCodec;
import sluice.core.job.MessageKind;
import sluice.sql.TestDatabase;

class JobRowsTest {
  private static final TestDatabase DATABASE = TestDatabase.fresh();

  @BeforeAll
  static void jobs_in_every_state() throws Exception {
    JobMessage message =
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            Map.of("big", 9007199254740993L),
            new byte[0]);
    String head = "'\\x" + HexFormat.of().formatHex(MessageCodec.encode(message)) + "'";
    DATABASE.execute("insert into policy (name) values ('p'), ('q')");
    DATABASE.execute(
        """
        insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, lease_expires_at, namespace, job_key, head, body)
        select n, 1 + n %% 2, 1, (case when n <= 300 then 'pending' when n <= 350 then 'scheduled' else 'admitted' end)::job_state, 4,
               timestamptz '2026-01-01' + (n / 10) * interval '1 second', now(),
               case when n > 350 then now() + n * interval '1 second' end, case when n = 299 then 'rare' else 'default' end, 'k' || n, %s, 'hello'
        from generate_series(1, 400) n
        """
            .formatted(head));
    DATABASE.execute(
        """
        insert into dead_job (id, policy_id, lane_id, priority, attempt, failures, namespace, staged_at, died_at, cause, head)
        select n, 1, 1, 4, 5, 5, 'default', now(), now(), 'attempts', %s from generate_series(1001, 1003) n
        """
            .formatted(head));
    DATABASE.execute(
        """
        insert into finished_job (id, policy_id, ending, attempt, namespace, staged_at, ended_at)
        select n, 1, (case when n in (2010, 24000) then 'cancelled' else 'finished' end)::job_ending, 1, 'default', now(), now()
        from generate_series(2001, 24000) n
        """);
  }

  private static JobPage list(
      String state, @Nullable Integer policy, @Nullable String namespace, @Nullable JobCursor after)
      throws Exception {
    try (Connection connection = DATABASE.connect()) {
      return JobRows.list(connection, new JobQuestion(state, null, namespace, after, 7), policy);
    }
  }

  private static List<Long> all(String state, @Nullable Integer policy, @Nullable String namespace)
      throws Exception {
    List<Long> ids = new ArrayList<>();
    JobCursor after = null;
    do {
      JobPage page = list(state, policy, namespace, after);
      page.jobs().forEach(job -> ids.add(job.id()));
      after = page.next() == null ? null : JobCursor.of(page.next().toString());
    } while (after != null);
    return ids;
  }

  @Test
  void pages_of_every_state_meet_each_job_once() throws Exception {
    assertThat(all("pending", null, null)).hasSize(300).doesNotHaveDuplicates().isSorted();
    assertThat(all("pending", 1, null)).hasSize(150).allMatch(id -> id % 2 == 0);
    assertThat(all("scheduled", null, null)).hasSize(50);
    assertThat(all("admitted", 2, null)).hasSize(25);
    assertThat(all("dead", null, null)).containsExactly(1001L, 1002L, 1003L);
    assertThat(all("pending", null, "rare")).containsExactly(299L);
  }

  @Test
  void a_page_that_ends_with_the_last_job_is_the_last() throws Exception {
    assertThat(page("scheduled", null, null, 50).jobs()).hasSize(50);
    assertThat(page("scheduled", null, null, 50).next()).isNull();
    assertThat(page("scheduled", null, null, 49).next()).isNotNull();
    assertThat(page("dead", 1, null, 3).next()).isNull();
    assertThat(page("dead", 1, null, 2).next()).isNotNull();
    assertThat(page("cancelled", 1, null, 2).jobs()).hasSize(1);
    assertThat(page("expired", 1, null, 7)).isEqualTo(new JobPage(List.of(), null));
    assertThat(page("finished", 99, null, 7)).isEqualTo(new JobPage(List.of(), null));
    assertThat(page("pending", null, "nobody", 7)).isEqualTo(new JobPage(List.of(), null));
    try (Connection connection = DATABASE.connect()) {
      JobCursor last = new JobCursor(java.time.Instant.EPOCH, 2_004);
      JobQuestion three = new JobQuestion("finished", null, null, last, 3);
      assertThat(JobRows.list(connection, three, null).jobs()).hasSize(3);
      assertThat(JobRows.list(connection, three, null).next()).isNull();
    }
  }

  private static JobPage page(
      String state, @Nullable Integer policy, @Nullable String namespace, int size)
      throws Exception {
    try (Connection connection = DATABASE.connect()) {
      return JobRows.list(connection, new JobQuestion(state, null, namespace, null, size), policy);
    }
  }

  @Test
  void history_is_looked_through_in_stretches() throws Exception {
    JobPage first = list("cancelled", null, null, null);
    assertThat(first.jobs()).extracting(JobLine::id).containsExactly(24_000L);
    assertThat(first.next()).isNotNull();
    assertThat(all("cancelled", null, null)).containsExactly(24_000L, 2_010L);
    assertThat(list("finished", 1, null, null).jobs()).hasSize(7);
  }

  @Test
  void a_job_is_found_wherever_it_is() throws Exception {
    try (Connection connection = DATABASE.connect()) {
      JobView live = JobRows.find(connection, 1, false).orElseThrow();
      assertThat(live.state()).isEqualTo("pending");
      assertThat(live.labels().policy()).isEqualTo("q");
      assertThat(payload(live).message().body()).isNull();
      assertThat(payload(live).bodyLength()).isEqualTo(5);
      assertThat(payload(live).message().properties()).containsEntry("big", 9007199254740993L);
      assertThat(payload(JobRows.find(connection, 1, true).orElseThrow()).message().body())
          .hasSize(5);
      assertThat(JobRows.find(connection, 1001, false).orElseThrow().state()).isEqualTo("dead");
      assertThat(JobRows.find(connection, 2001, false).orElseThrow().state()).isEqualTo("finished");
      assertThat(JobRows.find(connection, 99_999, false)).isEmpty();
      assertThat(JobRows.living(connection, 2, "k1").jobs()).hasSize(1);
      assertThat(JobRows.living(connection, 1, "k1").jobs()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "zzz",
        "_",
        "1_",
        "_1",
        "1_1_1",
        "-5_1",
        "99999999999999999999_1",
        "[\"zzz\",1]",
        "{}",
        "\0"
      })
  void a_forged_place_is_refused(String text) {
    assertThatThrownBy(() -> JobCursor.of(text)).isInstanceOf(BadQuestion.class);
  }

  private static JobView.Payload payload(JobView job) {
    return Objects.requireNonNull(job.payload());
  }
}
