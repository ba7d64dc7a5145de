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
import sluice.core.explain.Explainer;
import sluice.core.explain.Explanation;
import sluice.core.explain.GateVerdict;
import sluice.core.explain.Waiting;
import sluice.core.gate.GateRule;
import sluice.core.reason.Reason;

/** What is said about a waiting job is what the next tick does, over random histories. */
class ExplainAgreesPropertiesTest {
  private static final GateRule[] GATES = {
    Scene.gate("{name: t, type: throttle, key: '${k}', rate: 7, period: PT1M, burst: 3}"),
    Scene.gate("{name: z, type: throttle, key: '${k}', rate: 0, period: PT1M}"),
    Scene.gate("{name: c, type: concurrency, key: '${k}', max: 2}"),
    Scene.gate("{name: d, type: concurrency, key: '${k}', max: 5}"),
    Scene.gate("{name: n, type: concurrency, key: '${k}', max: 0}"),
    Scene.gate("{name: a, type: adaptiveConcurrency, key: '${k}', initialMax: 3, targetLag: PT1S}"),
  };
  private static final GateRule CAP = Scene.gate("{name: g, type: globalCap, max: 9}");

  private static World random(Random random) {
    World world = new World();
    boolean capped = random.nextBoolean();
    if (capped) {
      world.gate(99, CAP);
    }
    int partitions = 1 + random.nextInt(5);
    for (long p = 1; p <= partitions; p++) {
      world.gate(p, GATES[random.nextInt(GATES.length)]);
    }
    int lanes = 1 + random.nextInt(6);
    for (long lane = 1; lane <= lanes; lane++) {
      List<Long> of = new ArrayList<>();
      for (long p = 1; p <= partitions; p++) {
        if (random.nextInt(3) == 0) {
          of.add(p);
        }
      }
      if (capped) {
        of.add(99L);
      }
      world.lane(lane, 1 + random.nextInt(3), 1, of.toArray(new Long[0]));
    }
    for (int i = 0; i < 6; i++) {
      world.pass(Duration.ofMillis(random.nextInt(15_000)));
      for (World.Lane lane : world.lanes.values()) {
        world.stage(lane.id, random.nextInt(4));
        world.end(lane.id, lane.inFlight == 0 ? 0 : random.nextInt(lane.inFlight + 1));
      }
      if (i < 5) {
        world.tick(1 + random.nextInt(20));
      }
    }
    return world;
  }

  private static Explanation explain(World world, World.Lane lane, int ahead) {
    List<Waiting.Asked> gates = new ArrayList<>();
    lane.partitions.forEach(p -> gates.add(new Waiting.Asked("key", world.view(p), List.of())));
    return Explainer.explain(
        new Waiting(world.now, "p", new Waiting.Marks(false, null, false), ahead, gates));
  }

  /** How many jobs of the lane would go if nobody else wanted anything. */
  private static Plan alone(World world, World.Lane lane, Instant now) {
    LaneView view = new LaneView(lane.id, 0, lane.pending, lane.partitions);
    ShareView share = new ShareView(1, 1, 0, List.of(view), false);
    return AdmissionPlanner.plan(
        new Situation(now, 1_000_000, 0, List.of(share), world.partitions));
  }

  private record Said(World.Lane lane, int ahead, Explanation explanation) {}

  private static List<Said> allSaid(World world) {
    List<Said> said = new ArrayList<>();
    for (World.Lane lane : world.lanes.values()) {
      for (int ahead = 0; ahead < lane.pending; ahead++) {
        said.add(new Said(lane, ahead, explain(world, lane, ahead)));
      }
    }
    return said;
  }

  @Property(tries = 2_000)
  void a_job_that_a_gate_is_said_to_hold_does_not_go_in_the_next_tick(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 60) int budget) {
    World world = random(random);
    List<Said> said = allSaid(world);
    Map<Long, Integer> pending = new HashMap<>();
    world.lanes.values().forEach(lane -> pending.put(lane.id, lane.pending));
    Map<Long, Integer> granted = world.tick(budget);
    for (Said one : said) {
      boolean goes = granted.getOrDefault(one.lane().id, 0) > one.ahead();
      if (goes) {
        assertThat(one.explanation().reason()).isEqualTo(Reason.FAIR_TURN);
      }
    }
  }

  @Property(tries = 1_000)
  void a_job_that_no_gate_is_said_to_hold_goes_when_nobody_else_wants_to(@ForAll Random random) {
    World world = random(random);
    for (Said one : allSaid(world)) {
      Plan plan = alone(world, one.lane(), world.now);
      boolean goes = plan.grants().size() > one.ahead();
      assertThat(one.explanation().reason() == Reason.FAIR_TURN).isEqualTo(goes);
      assertThat(one.explanation().holder() == null).isEqualTo(goes);
    }
  }

  @Property(tries = 1_000)
  void the_planners_reason_is_among_those_told_and_none_told_first_counts_less(
      @ForAll Random random) {
    World world = random(random);
    for (Said one : allSaid(world)) {
      if (one.explanation().holder() == null || one.ahead() > 0) {
        continue;
      }
      Reason planners = alone(world, one.lane(), world.now).denials().keySet().iterator().next();
      assertThat(one.explanation().gates()).extracting(GateVerdict::reason).contains(planners);
      assertThat(one.explanation().reason()).isLessThanOrEqualTo(planners);
      assertThat(one.explanation().advice()).endsWith(".").doesNotContain("null");
    }
  }

  @Property(tries = 1_000)
  void before_the_time_told_it_does_not_go_and_at_that_time_no_throttle_holds_the_first(
      @ForAll Random random) {
    World world = random(random);
    for (Said one : allSaid(world)) {
      Instant told = one.explanation().notBefore();
      if (told == null) {
        continue;
      }
      assertThat(alone(world, one.lane(), told.minusMillis(1)).grants())
          .hasSizeLessThanOrEqualTo(one.ahead());
      if (one.ahead() == 0
          && one.explanation().gates().stream().noneMatch(g -> g.gate().equals("z"))) {
        one.lane()
            .partitions
            .forEach(p -> {
              PartitionView view = world.view(p);
              assertThat(view.gate().type().equals("throttle") && !view.ask(told).open()).isFalse();
            });
      }
    }
  }
}
