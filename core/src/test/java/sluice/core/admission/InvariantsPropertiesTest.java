package sluice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import sluice.core.gate.GateRule;

/**
 * The invariants for randomised tests (I.10) over random histories of staging, ticks and endings.
 * The fifth (keys), the ninth (kill) and the tenth (several tick loops) are held up on the
 * database.
 */
class InvariantsPropertiesTest {
  private static final int RATE = 7;
  private static final int BURST = 4;
  private static final GateRule THROTTLE =
      Scene.gate(
          "{name: t, type: throttle, key: '${k}', rate: %d, period: PT1M, burst: %d}"
              .formatted(RATE, BURST));

  private static GateRule cap(int max) {
    return Scene.gate("{name: c, type: concurrency, key: '${k}', max: " + max + "}");
  }

  private static World random(Random random, Map<Long, Integer> caps) {
    World world = new World();
    int partitions = 1 + random.nextInt(5);
    for (long p = 1; p <= partitions; p++) {
      boolean throttled = random.nextInt(3) == 0;
      int max = random.nextInt(6);
      world.gate(p, throttled ? THROTTLE : cap(max));
      if (!throttled) {
        caps.put(p, max);
      }
    }
    for (long lane = 1; lane <= 1 + random.nextInt(7); lane++) {
      List<Long> of = new ArrayList<>();
      for (long p = 1; p <= partitions; p++) {
        if (random.nextInt(3) == 0) {
          of.add(p);
        }
      }
      long share = 1 + random.nextInt(4);
      world.lane(lane, share, share, of.toArray(new Long[0]));
    }
    return world;
  }

  private static void step(World world, Random random) {
    world.pass(Duration.ofMillis(random.nextInt(20_000)));
    for (World.Lane lane : world.lanes.values()) {
      switch (random.nextInt(3)) {
        case 0 -> world.stage(lane.id, random.nextInt(6));
        case 1 -> world.end(lane.id, lane.inFlight == 0 ? 0 : random.nextInt(lane.inFlight + 1));
        default -> {}
      }
    }
  }

  /** Invariants 1, 2 and 3. */
  @Property(tries = 1_000)
  void in_flight_stays_within_the_limit_equals_the_jobs_and_nothing_is_lost(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int budget) {
    Map<Long, Integer> caps = new HashMap<>();
    World world = random(random, caps);
    for (int i = 0; i < 20; i++) {
      step(world, random);
      world.tick(budget);
      world.partitions.forEach((p, view) -> {
        int holders =
            world.lanes.values().stream()
                .filter(l -> l.partitions.contains(p))
                .mapToInt(l -> l.inFlight)
                .sum();
        assertThat(view.state().inFlight()).isEqualTo(holders);
        assertThat(holders).isLessThanOrEqualTo(caps.getOrDefault(p, Integer.MAX_VALUE));
      });
      assertThat(world.lanes.values())
          .allMatch(l -> l.pending >= 0 && l.staged == l.pending + l.inFlight + l.ended);
    }
  }

  private record Admitted(Instant at, int jobs) {}

  /** Invariant 4. */
  @Property(tries = 1_000)
  void every_window_admits_at_most_burst_plus_rate_times_window(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 30) int budget) {
    World world = new World().gate(1, THROTTLE);
    List<Admitted> admitted = new ArrayList<>();
    for (long lane = 1; lane <= 3; lane++) {
      world.lane(lane, 1L);
    }
    for (int i = 0; i < 30; i++) {
      step(world, random);
      int jobs = world.tick(budget).values().stream().mapToInt(n -> n).sum();
      admitted.add(new Admitted(world.now, jobs));
      int sum = 0;
      for (int from = i; from >= 0; from--) {
        sum += admitted.get(from).jobs();
        double seconds = Duration.between(admitted.get(from).at(), world.now).toMillis() / 1000.0;
        assertThat((double) sum).isLessThanOrEqualTo(BURST + RATE * seconds / 60 + 1e-6);
      }
    }
  }

  /** Invariant 6. */
  @Property(tries = 200)
  void no_lane_with_room_waits_longer_than_its_turn(
      @ForAll @IntRange(min = 1, max = 60) int tenants,
      @ForAll @IntRange(min = 1, max = 20) int budget,
      @ForAll Random random) {
    World world = new World();
    for (long t = 1; t <= tenants; t++) {
      world.gate(t, cap(1_000)).lane(t, t).stage(t, 200 + random.nextInt(9));
    }
    int turns = Math.ceilDiv(tenants, budget);
    Map<Long, Integer> last = new HashMap<>();
    for (int tick = 1; tick <= 3 * turns; tick++) {
      for (Long lane : world.tick(budget).keySet()) {
        last.put(lane, tick);
      }
      int now = tick;
      world
          .lanes
          .keySet()
          .forEach(lane -> assertThat(now - last.getOrDefault(lane, 0)).isLessThanOrEqualTo(turns));
    }
  }

  /** Invariant 7, over histories: lanes asleep included. */
  @Property(tries = 2_000)
  void a_tick_leaves_budget_unused_only_if_no_job_could_go(@ForAll Random random) {
    World world = random(random, new HashMap<>());
    for (int i = 0; i < 10; i++) {
      step(world, random);
      List<Long> before;
      boolean progress;
      do {
        before = asleep(world);
        progress = !world.tick(10_000).isEmpty() || !asleep(world).equals(before);
      } while (progress);
      for (World.Lane lane : world.lanes.values()) {
        boolean open = lane.partitions.stream().allMatch(p -> world.view(p).ask(world.now).open());
        assertThat(lane.pending > 0 && open).as("lane %d", lane.id).isFalse();
      }
    }
  }

  private static List<Long> asleep(World world) {
    return world.lanes.values().stream()
        .map(lane -> lane.blockedBy == null ? 0L : lane.blockedBy)
        .toList();
  }

  /** Invariant 8. */
  @Property(tries = 1_000)
  void two_equal_tenants_differ_by_at_most_one_job_a_tick(
      @ForAll @IntRange(min = 2, max = 9) int tenants,
      @ForAll @IntRange(min = 1, max = 40) int budget) {
    World world = new World();
    for (long t = 1; t <= tenants; t++) {
      world.gate(t, cap(500)).lane(t, t).stage(t, 1_000);
    }
    for (int tick = 0; tick < 8; tick++) {
      Map<Long, Integer> granted = world.tick(budget);
      int most = granted.values().stream().mapToInt(n -> n).max().orElse(0);
      int least =
          world.lanes.keySet().stream().mapToInt(l -> granted.getOrDefault(l, 0)).min().orElse(0);
      assertThat(most - least).isLessThanOrEqualTo(1);
    }
  }
}
