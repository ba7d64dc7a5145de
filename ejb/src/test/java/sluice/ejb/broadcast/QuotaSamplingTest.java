package sluice.ejb.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import sluice.core.gate.Quota;

/** Samples of the namespaces: once a cadence over all nodes, changes only, and what is true. */
class QuotaSamplingTest {
  private static final Duration CADENCE = Duration.ofHours(1);

  private final World world = new World();

  private List<String> told() {
    world.numberAll();
    return world.events().stream()
        .map(World::body)
        .map(b -> b.getString("namespace") + " " + b.getInt("inFlight") + "/" + b.get("ceiling"))
        .toList();
  }

  @Test
  void i_245_the_first_sample_tells_of_each_namespace_in_the_order_of_the_registry() {
    world.quota = new Quota(100);
    world.namespace("uncapped", null, 1);
    world.namespace("capped", 7, 2);
    assertThat(world.sample(CADENCE)).isEqualTo(2);
    assertThat(told()).containsExactly("capped 2/7", "uncapped 1/100");
    JsonObject body = World.body(world.events().getFirst());
    assertThat(body.keySet()).containsExactly("namespace", "inFlight", "ceiling", "observedAt");
    long now = world.number("select (extract(epoch from clock_timestamp()) * 1000)::bigint");
    assertThat(body.getJsonNumber("observedAt").longValue()).isBetween(now - 60_000, now);
  }

  @Test
  void a_namespace_without_any_ceiling_says_so() {
    world.namespace("free", null, 3);
    world.sample(CADENCE);
    assertThat(told()).containsExactly("free 3/null");
  }

  @Test
  void i_246_an_empty_registry_tells_of_nothing_and_uses_no_number() {
    assertThat(world.sample(CADENCE)).isZero();
    assertThat(world.numberAll()).isZero();
    assertThat(world.horizon().newest()).isZero();
  }

  @Test
  void i_248_and_i_249_the_first_is_due_at_once_and_what_is_missed_is_not_made_up_for() {
    world.namespace("a", null, 0);
    assertThat(world.sample(CADENCE)).as("at the start").isEqualTo(1);
    assertThat(world.sample(CADENCE)).as("not due").isNull();
    String due = "select extract(epoch from due_at)::bigint from event_cursor where name = 'quota'";
    world.execute(
        "update event_cursor set due_at = clock_timestamp() - interval '9000 seconds' where name = 'quota'");
    long begun = world.number(due);
    assertThat(world.sample(CADENCE)).as("2.5 cadences late").isNotNull();
    assertThat(world.sample(CADENCE)).as("no burst").isNull();
    assertThat(world.number(due)).as("the third beat").isEqualTo(begun + 3 * 3_600);
  }

  @Test
  void a_shorter_cadence_holds_at_once() {
    world.sample(CADENCE);
    assertThat(world.sample(Duration.ofSeconds(1))).isNotNull();
  }

  @Test
  void i_263_five_hundred_unchanged_namespaces_cost_one_full_frame_in_thirty_seconds() {
    for (int i = 0; i < 500; i++) {
      world.namespace("n%03d".formatted(i), 5, 1);
    }
    assertThat(world.sampleNow()).isEqualTo(500);
    for (int cadence = 1; cadence < 30; cadence++) {
      assertThat(world.sampleNow()).as("cadence %d", cadence).isZero();
    }
    world.inFlight("n007", 2);
    assertThat(world.sampleNow()).as("what changed").isEqualTo(1);
    world.execute("update quota_told set told_at = told_at - interval '30 seconds'");
    assertThat(world.sampleNow()).as("the full frame").isEqualTo(500);
    assertThat(world.numberAll()).isEqualTo(1_001);
  }

  @Test
  void i_264_two_nodes_with_three_and_four_in_flight_say_seven_once_a_cadence() throws Exception {
    world.namespace("acme", 8, 3);
    world.sampleNow();
    // The other node's jobs are counted in the same row.
    world.execute("update gate_partition set in_flight = in_flight + 4 where key = 'acme'");
    world.due();
    AtomicInteger told = new AtomicInteger();
    Runnable node =
        () -> {
          Integer mine = world.sample(CADENCE);
          told.addAndGet(mine == null ? 0 : mine);
        };
    Thread one = Thread.ofPlatform().start(node);
    Thread other = Thread.ofPlatform().start(node);
    one.join();
    other.join();
    assertThat(told).hasValue(1);
    assertThat(told()).containsExactly("acme 3/8", "acme 7/8");
  }

  @Test
  void i_244_a_ceiling_that_changes_is_told_of_with_the_next_sample() {
    world.namespace("acme", 8, 0);
    world.sampleNow();
    world.execute("update namespace set max_in_flight = 0 where name = 'acme'");
    world.sampleNow();
    assertThat(told()).containsExactly("acme 0/8", "acme 0/0");
  }

  @Test
  void a_turn_that_another_node_holds_is_not_waited_for() throws SQLException {
    world.namespace("a", null, 0);
    try (Connection other = world.database.connect()) {
      other.setAutoCommit(false);
      new QuotaSampling(CADENCE, CADENCE, Quota.UNLIMITED).on(other);
      assertThat(world.sample(CADENCE)).isNull();
      other.rollback();
    }
    assertThat(world.sample(CADENCE)).as("the other died in the middle").isEqualTo(1);
    assertThat(told()).hasSize(1);
  }

  @Test
  void an_error_skips_the_cadence_and_is_told_once_for_each_kind() {
    AtomicLong clock = new AtomicLong();
    List<RuntimeException> errors = new ArrayList<>();
    AtomicInteger tries = new AtomicInteger();
    QuotaRounds rounds =
        new QuotaRounds(
            () -> {
              tries.incrementAndGet();
              if (!errors.isEmpty()) {
                throw errors.getFirst();
              }
            },
            Duration.ofSeconds(1),
            clock::get);
    errors.add(new IllegalStateException("one"));
    rounds.run();
    rounds.run();
    assertThat(tries).as("within the cadence that is given up").hasValue(1);
    for (int i = 0; i < 5; i++) {
      clock.addAndGet(1_000_000_000);
      rounds.run();
    }
    assertThat(tries).hasValue(6);
    assertThat(rounds.told()).containsExactly("java.lang.IllegalStateException");
    errors.set(0, new IllegalArgumentException("another"));
    clock.addAndGet(1_000_000_000);
    rounds.run();
    assertThat(rounds.told()).hasSize(2);
    errors.clear();
    clock.addAndGet(1_000_000_000);
    rounds.run();
    rounds.run();
    assertThat(tries).hasValue(9);
    assertThat(rounds.told()).as("told anew when it comes again").isEmpty();
  }
}
