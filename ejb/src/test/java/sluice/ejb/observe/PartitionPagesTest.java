package sluice.ejb.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.sql.TestDatabase;

class PartitionPagesTest {
  private static final TestDatabase DATABASE = TestDatabase.fresh();
  private static final Policy POLICY =
      PolicyDocument.read(
          """
          policy: p
          destination: work.p
          gates:
            - { name: rate, type: throttle, key: "${x}", rate: 60, period: PT1M, burst: 10 }
            - { name: cap, type: concurrency, key: "${x}", max: "${m}" }
          """);

  @BeforeAll
  static void ten_thousand_partitions() throws Exception {
    DATABASE.execute("insert into policy (name) values ('p')");
    DATABASE.execute(
        "insert into gate_partition (policy_id, gate, key, in_flight, max) select 1, 'cap', 'k' || lpad(n::text, 5, '0'), n % 50, 7 from generate_series(1, 10000) n");
    DATABASE.execute(
        """
        insert into gate_partition (policy_id, gate, key, tokens, refilled_at, closed_until) values
        (1, 'rate', 'under_score', 0, clock_timestamp() - interval '5 seconds', null), (1, 'rate', 'per%cent', 0, clock_timestamp(), clock_timestamp() - interval '1 second'),
        (1, 'rate', 'back\\slash', 3, null, clock_timestamp() + interval '1 hour'), (1, 'old', 'x', 0, null, null)
        """);
    DATABASE.execute("analyze gate_partition");
  }

  private static PageOf<PartitionView> page(@Nullable String gate, PageAsked.Raw raw)
      throws Exception {
    try (Connection connection = DATABASE.connect()) {
      return PartitionRows.read(
          connection, 1, POLICY, gate, PageAsked.of(raw, PartitionRows.SORTS));
    }
  }

  private static PageAsked.Raw raw(
      @Nullable String page,
      @Nullable String size,
      @Nullable String sort,
      @Nullable String dir,
      @Nullable String q) {
    return new PageAsked.Raw(page, size, sort, dir, q);
  }

  @Test
  void i_173_a_page_is_25_long_and_knows_the_total() throws Exception {
    PageOf<PartitionView> page = page("cap", raw(null, null, null, null, null));
    assertThat(page.rows()).hasSize(25);
    assertThat(page.rows().getFirst().key()).isEqualTo("k00001");
    assertThat(page.total()).isEqualTo(10_000);
    assertThat(page.rows().getFirst().limit().limit()).isEqualTo(7.0);
  }

  @Test
  void sorting_by_a_figure_breaks_ties_by_key() throws Exception {
    PageOf<PartitionView> page = page("cap", raw("0", "3", "inFlight", "desc", null));
    assertThat(page.rows()).extracting(PartitionView::inFlight).containsOnly(49);
    assertThat(page.rows())
        .extracting(PartitionView::key)
        .containsExactly("k00049", "k00099", "k00149");
  }

  @ParameterizedTest
  @ValueSource(strings = {"asc", "desc"})
  void i_174_missing_values_come_last(String dir) throws Exception {
    PageOf<PartitionView> page = page("rate", raw("0", "3", "closedUntil", dir, null));
    assertThat(page.rows().getFirst().key()).isEqualTo("back\\slash");
    assertThat(page.rows().getFirst().closedUntil()).isNotNull();
    // One of the others was closed until a second ago.
    assertThat(page.rows().subList(1, 3))
        .extracting(PartitionView::closedUntil)
        .containsOnlyNulls();
  }

  @ParameterizedTest
  @CsvSource({"_,under_score", "%,per%cent", "\\,back\\slash", "SCORE,under_score"})
  void i_171_a_filter_is_taken_literally(String q, String found) throws Exception {
    assertThat(page(null, raw(null, null, null, null, q)).rows())
        .extracting(PartitionView::key)
        .containsExactly(found);
  }

  @Test
  void tokens_are_refilled_to_now() throws Exception {
    PartitionView partition = page("rate", raw(null, null, null, null, "under_")).rows().getFirst();
    assertThat(partition.limit().tokens()).isBetween(5.0, 10.0);
    assertThat(partition.limit().limit()).isEqualTo(60.0);
  }

  @Test
  void a_gate_that_is_gone_says_so() throws Exception {
    assertThat(page("old", raw(null, null, null, null, null)).rows().getFirst().limit().type())
        .isEqualTo("gone");
  }

  @Test
  void a_page_behind_the_end_is_empty() throws Exception {
    assertThat(page(null, raw("1000000", "200", null, null, null)).rows()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "page,-1",
    "page,1e9",
    "page,abc",
    "page,1.5",
    "page,99999999999999999999",
    "size,-1",
    "size,0",
    "size,1000000",
    "sort,id; drop table x",
    "sort,KEY",
    "dir,sideways"
  })
  void what_makes_no_sense_is_refused_by_name(String parameter, String value) {
    PageAsked.Raw raw =
        raw(
            parameter.equals("page") ? value : null,
            parameter.equals("size") ? value : null,
            parameter.equals("sort") ? value : null,
            parameter.equals("dir") ? value : null,
            null);
    assertThatThrownBy(() -> page(null, raw))
        .isInstanceOfSatisfying(
            BadQuestion.class, e -> assertThat(e.fault().path()).isEqualTo(parameter));
  }

  @Test
  void a_filter_that_no_key_can_have_is_refused() {
    for (String q : List.of("nul\0", "half\uD800", "x".repeat(10_000))) {
      assertThatThrownBy(() -> page(null, raw(null, null, null, null, q)))
          .isInstanceOf(BadQuestion.class);
    }
  }

  @Test
  void the_usual_page_is_read_from_the_index() throws Exception {
    String plan = "";
    try (Connection connection = DATABASE.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "explain select id from gate_partition where policy_id = 1 order by gate, key limit 25")) {
      while (rows.next()) {
        plan += rows.getString(1);
      }
    }
    assertThat(plan).contains("gate_partition_policy_id_gate_key_key").doesNotContain("Sort");
  }
}
