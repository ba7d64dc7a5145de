package sluice.ejb.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** One hub of a node, subscribers of every kind. */
class EventHubTest {
  private final World world = new World();
  private final AtomicLong clock = new AtomicLong();
  private final EventHub hub = hub(100);

  private EventHub hub(int most) {
    return new EventHub(world, Viewer.LINES, most, clock::get);
  }

  private Viewer connected() {
    Viewer viewer = new Viewer();
    assertThat(viewer.connect(hub)).isTrue();
    hub.look();
    viewer.read(100);
    return viewer;
  }

  private void told(int count) {
    world.in(connection -> {
      for (int i = 0; i < count; i++) {
        World.event("p" + i).announce(connection);
      }
      return true;
    });
    world.numberAll();
  }

  @Test
  void i_254_and_i_261_a_snapshot_comes_first_with_all_that_is_true_now() {
    world.namespace("acme", 8, 3);
    world.namespace("free", null, 0);
    world.execute("insert into policy (name, paused) values ('mail', true)");
    told(2);
    assertThat(world.horizon().newest()).isEqualTo(2);
    Viewer viewer = connected();
    assertThat(viewer.frames.getFirst()).startsWith("snapshot ");
    assertThat(viewer.last).isEqualTo(2);
    assertThat(viewer.namespaces).isEqualTo(Map.of("acme", "3/8", "free", "0/null"));
    assertThat(viewer.paused).isEqualTo(Map.of("mail", true));
    told(1);
    hub.look();
    viewer.read(10);
    assertThat(viewer.last).isEqualTo(3);
    assertThat(viewer.snapshots).isEqualTo(1);
  }

  @Test
  void i_251_who_comes_again_gets_what_came_after_his_last_event() {
    told(5);
    Viewer viewer = new Viewer();
    viewer.last = 2L;
    assertThat(viewer.connect(hub)).isTrue();
    hub.look();
    viewer.read(10);
    assertThat(viewer.last).isEqualTo(5);
    assertThat(viewer.events).isEqualTo(3);
    assertThat(viewer.snapshots).isZero();
  }

  @Test
  void i_255_whose_last_event_is_gone_unknown_or_long_ago_gets_a_snapshot() {
    told(EventHub.MOST_BEHIND + 10);
    for (long seen : new long[] {1, EventHub.MOST_BEHIND + 11, Long.MAX_VALUE}) {
      Viewer viewer = new Viewer();
      viewer.last = seen;
      viewer.connect(hub);
      viewer.read(1);
      assertThat(viewer.snapshots).as("seen %d", seen).isEqualTo(1);
      assertThat(viewer.last).isEqualTo(EventHub.MOST_BEHIND + 10);
    }
    world.execute("delete from event where seq <= 4000");
    Viewer pruned = new Viewer();
    pruned.last = 3_999L;
    pruned.connect(hub);
    pruned.read(1);
    assertThat(pruned.snapshots).isEqualTo(1);
    Viewer kept = new Viewer();
    kept.last = 4_000L;
    kept.connect(hub);
    hub.look();
    kept.read(100);
    assertThat(kept.snapshots).isZero();
    assertThat(kept.events).isEqualTo(EventHub.MOST_BEHIND + 10 - 4_000);
  }

  @Test
  void events_that_vanish_under_a_subscriber_end_him_and_are_not_skipped() {
    Viewer viewer = connected();
    told(3);
    world.execute("delete from event where seq = 1");
    hub.look();
    viewer.read(10);
    assertThat(viewer.lagged).isTrue();
    assertThat(viewer.events).isZero();
  }

  @Test
  void numbers_of_another_database_end_who_has_higher_ones() {
    told(3);
    Viewer viewer = connected();
    world.execute("delete from event");
    world.execute("update event_cursor set seq = 0, epoch = gen_random_uuid()");
    hub.look();
    viewer.read(10);
    assertThat(viewer.lagged).isTrue();
  }

  @Test
  void a_slow_reader_is_told_that_he_lags_and_ends_while_others_go_on() {
    Viewer slow = connected();
    Viewer quick = connected();
    for (int i = 0; i <= Subscription.MOST_FRAMES; i++) {
      told(1);
      hub.look();
      quick.read(10);
    }
    assertThat(quick.events).isEqualTo(Subscription.MOST_FRAMES + 1);
    assertThat(quick.lagged).isFalse();
    slow.read(1);
    assertThat(slow.lagged).isTrue();
    assertThat(slow.subscription).matches(Subscription::over);
    slow.drop(hub);
    assertThat(slow.connect(hub)).as("comes again with his last event").isTrue();
    hub.look();
    slow.read(10);
    assertThat(slow.events).isEqualTo(Subscription.MOST_FRAMES + 1);
    assertThat(slow.snapshots).isEqualTo(1);
  }

  @Test
  void who_does_not_even_take_the_last_word_is_closed_by_force() {
    Viewer deaf = connected();
    for (int i = 0; i <= Subscription.MOST_FRAMES; i++) {
      told(1);
      hub.look();
    }
    assertThat(hub.subscribers()).isEqualTo(1);
    clock.addAndGet(Duration.ofSeconds(31).toNanos());
    hub.look();
    assertThat(deaf.abandoned).isTrue();
    assertThat(hub.subscribers()).isZero();
  }

  @Test
  void i_263_a_full_frame_of_many_namespaces_is_one_frame_for_a_subscriber() {
    for (int i = 0; i < 500; i++) {
      world.namespace("n%03d".formatted(i), 5, 1);
    }
    Viewer slow = connected();
    assertThat(slow.namespaces).hasSize(500);
    int before = slow.frames.size();
    for (int full = 0; full < 20; full++) {
      world.execute("update quota_told set told_at = told_at - interval '1 hour'");
      assertThat(world.sampleNow()).isEqualTo(500);
      world.numberAll();
      hub.look();
    }
    slow.read(100);
    assertThat(slow.lagged).isFalse();
    assertThat(slow.events).isEqualTo(10_000);
    assertThat(slow.frames.size() - before).isLessThanOrEqualTo(20);
  }

  @Test
  void no_more_come_in_than_have_room_and_a_place_is_free_again_when_one_goes() {
    EventHub small = hub(2);
    Viewer one = new Viewer();
    assertThat(one.connect(small)).isTrue();
    assertThat(new Viewer().connect(small)).isTrue();
    assertThat(new Viewer().connect(small)).isFalse();
    one.drop(small);
    one.drop(small);
    assertThat(new Viewer().connect(small)).isTrue();
    assertThat(new Viewer().connect(small)).isFalse();
    small.close();
    assertThat(small.subscribers()).isZero();
    assertThat(one.abandoned).isFalse();
    assertThat(new Viewer().connect(small)).isFalse();
  }

  @Test
  void while_somebody_finds_no_place_all_are_written_to_so_that_it_shows_who_has_gone() {
    EventHub small = hub(1);
    Viewer viewer = new Viewer();
    assertThat(viewer.connect(small)).isTrue();
    assertThat(beatsWithin(small, viewer, Duration.ofSeconds(5))).isZero();
    assertThat(new Viewer().connect(small)).isFalse();
    assertThat(beatsWithin(small, viewer, Duration.ofSeconds(1))).isEqualTo(4);
    assertThat(beatsWithin(small, viewer, Duration.ofSeconds(9))).isEqualTo(15);
  }

  /** Looks every 250 ms; frames that were put in. */
  private int beatsWithin(EventHub hub, Viewer viewer, Duration time) {
    hub.look();
    viewer.read(10);
    viewer.frames.clear();
    for (long passed = 0; passed < time.toMillis(); passed += 250) {
      clock.addAndGet(Duration.ofMillis(250).toNanos());
      hub.look();
      viewer.read(10);
    }
    return viewer.frames.size();
  }

  @Test
  void that_nothing_has_changed_is_told_once_a_sample_and_life_every_ten_seconds() {
    world.namespace("a", null, 0);
    world.sampleNow();
    Viewer viewer = connected();
    viewer.frames.clear();
    world.numberAll();
    world.sampleNow();
    hub.look();
    viewer.read(10);
    hub.look();
    hub.look();
    world.sampleNow();
    hub.look();
    hub.look();
    viewer.read(10);
    assertThat(viewer.frames.stream().filter("beat sampled"::equals)).hasSize(1);
    clock.addAndGet(Duration.ofSeconds(11).toNanos());
    hub.look();
    viewer.read(10);
    assertThat(viewer.frames.stream().filter("beat "::equals)).hasSize(1);
  }

  @Test
  void subscribers_that_come_at_once_share_one_snapshot_and_one_look() {
    AtomicInteger reads = new AtomicInteger();
    EventHub.Source counting =
        new EventHub.Source() {
          @Override
          public List<PublishedEvent> after(long seq, int limit) {
            reads.incrementAndGet();
            return world.after(seq, limit);
          }

          @Override
          public EventHorizon horizon() {
            return world.horizon();
          }

          @Override
          public EventSnapshot snapshot() {
            reads.incrementAndGet();
            return world.snapshot();
          }
        };
    EventHub many = new EventHub(counting, Viewer.LINES, 100, clock::get);
    many.look();
    assertThat(reads).as("nobody listens").hasValue(0);
    for (int i = 0; i < 50; i++) {
      assertThat(new Viewer().connect(many)).isTrue();
    }
    assertThat(reads).hasValue(1);
    told(3);
    many.look();
    assertThat(reads).hasValue(2);
  }
}
