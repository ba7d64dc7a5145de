package sluice.ejb.broadcast;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.ejb.upkeep.PruneEvents;

/** Numbers without gap, and a topic that gets every event in order. */
class EventLogTest {
  private final World world = new World();
  private final List<Long> topic = Collections.synchronizedList(new ArrayList<>());

  private void take(List<PublishedEvent> events) {
    events.forEach(event -> topic.add(event.seq()));
  }

  private static Long[] upTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toArray(Long[]::new);
  }

  private List<String> order() {
    return world.events().stream().map(event -> World.body(event).getString("policy")).toList();
  }

  @Test
  void i_250_events_are_numbered_from_one_with_or_without_subscribers() {
    world.tell("a");
    world.tell("b");
    assertThat(world.numberAll()).isEqualTo(2);
    assertThat(world.events()).extracting(PublishedEvent::seq).containsExactly(1L, 2L);
    assertThat(order()).containsExactly("a", "b");
    assertThat(world.numberAll()).as("nothing more").isZero();
  }

  @Test
  void what_is_rolled_back_leaves_no_gap_and_what_commits_late_is_numbered_late()
      throws SQLException {
    try (Connection late = world.database.connect();
        Connection never = world.database.connect()) {
      late.setAutoCommit(false);
      never.setAutoCommit(false);
      World.event("late").announce(late);
      World.event("never").announce(never);
      world.tell("soon");
      assertThat(world.numberAll()).isEqualTo(1);
      never.rollback();
      late.commit();
      world.tell("last");
      world.numberAll();
    }
    assertThat(order()).containsExactly("soon", "late", "last");
    assertThat(world.events()).extracting(PublishedEvent::seq).containsExactly(1L, 2L, 3L);
  }

  @Test
  void i_265_two_publishers_and_eight_writers_at_once_leave_no_gap_and_no_repeat()
      throws Exception {
    int each = 150;
    AtomicInteger writing = new AtomicInteger(8);
    try (ExecutorService threads = Executors.newFixedThreadPool(12)) {
      List<Future<?>> all = new ArrayList<>();
      for (int w = 0; w < 8; w++) {
        int writer = w;
        all.add(
            threads.submit(() -> {
              for (int i = 0; i < each; i++) {
                write("w" + writer + "-" + i, i % 7 == 3);
              }
              writing.decrementAndGet();
            }));
      }
      for (int node = 0; node < 2; node++) {
        all.add(threads.submit(() -> publishWhile(writing, () -> world.in(EventLog::number))));
        all.add(threads.submit(() -> publishWhile(writing, () -> world.send(this::take))));
      }
      for (Future<?> one : all) {
        one.get(120, TimeUnit.SECONDS);
      }
    }
    world.numberAll();
    world.send(this::take);
    int kept = 8 * (int) LongStream.range(0, each).filter(i -> i % 7 != 3).count();
    assertThat(topic).containsExactly(upTo(kept));
    assertThat(world.events()).extracting(PublishedEvent::seq).containsExactly(upTo(kept));
    for (int w = 0; w < 8; w++) {
      String writer = "w" + w + "-";
      assertThat(order().stream().filter(p -> p.startsWith(writer)))
          .as("one writer's events in his order")
          .isSortedAccordingTo((a, b) -> Integer.compare(numberOf(a), numberOf(b)));
    }
  }

  private static int numberOf(String policy) {
    return Integer.parseInt(policy.substring(policy.indexOf('-') + 1));
  }

  private void write(String policy, boolean rollBack) {
    try (Connection connection = world.database.connect()) {
      connection.setAutoCommit(false);
      World.event(policy).announce(connection);
      if (rollBack) {
        connection.rollback();
      } else {
        connection.commit();
      }
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private interface Step {
    int events();
  }

  private static void publishWhile(AtomicInteger writing, Step step) {
    int last;
    do {
      last = step.events();
    } while (writing.get() > 0 || last > 0);
  }

  @Test
  void while_the_broker_is_away_events_wait_and_then_go_on_in_order() {
    EventTopic away =
        events -> {
          throw new IllegalStateException("no broker");
        };
    for (int i = 0; i < 3; i++) {
      world.tell("p" + i);
      world.numberAll();
      assertThatThrownBy(() -> world.send(away)).hasMessageContaining("no broker");
    }
    assertThat(world.send(this::take)).isEqualTo(3);
    assertThat(topic).containsExactly(1L, 2L, 3L);
    assertThat(world.send(this::take)).isZero();
  }

  @Test
  void a_crash_between_the_broker_and_the_commit_sends_the_same_numbers_again()
      throws SQLException {
    world.tell("a");
    world.tell("b");
    world.numberAll();
    try (Connection dying = world.database.connect()) {
      dying.setAutoCommit(false);
      EventLog.send(dying, this::take);
      assertThat(world.send(this::take)).as("another node meanwhile").isZero();
      dying.rollback();
    }
    world.tell("c");
    world.numberAll();
    world.send(this::take);
    assertThat(topic).containsExactly(1L, 2L, 1L, 2L, 3L);
  }

  @Test
  void nothing_is_sent_past_a_number_that_is_missing() {
    world.tell("a");
    world.tell("b");
    world.numberAll();
    world.execute("delete from event where seq = 1");
    assertThatThrownBy(() -> world.send(this::take)).hasMessageContaining("event 1");
    assertThat(topic).isEmpty();
  }

  @Test
  void only_old_events_that_the_broker_has_are_pruned() {
    for (int i = 0; i < 4; i++) {
      world.tell("p");
    }
    world.numberAll();
    world.execute("update event set numbered_at = now() - interval '2 hours' where seq < 4");
    PruneEvents prune = new PruneEvents(Duration.ofHours(1));
    assertThat(world.in(c -> prune.step(c, 0)).found()).as("not sent yet").isZero();
    world.send(this::take);
    assertThat(world.in(c -> prune.step(c, 0)).found()).isEqualTo(3);
    assertThat(world.horizon()).returns(4L, EventHorizon::oldest).returns(4L, EventHorizon::newest);
    assertThat(world.horizon().reaches(3, 100)).isTrue();
    assertThat(world.horizon().reaches(2, 100)).isFalse();
    world.tell("q");
    world.numberAll();
    assertThat(world.events()).extracting(PublishedEvent::seq).containsExactly(4L, 5L);
  }
}
