package sluice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import sluice.core.gate.GateRule;

/** The planner over random situations. */
class AdmissionPlannerPropertiesTest {
  private static final GateRule[] CAPS = new GateRule[8];

  static {
    for (int max = 0; max < CAPS.length; max++) {
      CAPS[max] = Scene.gate("{name: c, type: concurrency, key: '${k}', max: " + max + "}");
    }
  }

  private static Situation random(Random random, int budget) {
    Scene scene = new Scene();
    int partitions = 1 + random.nextInt(6);
    for (long p = 1; p <= partitions; p++) {
      scene.partition(p, CAPS[random.nextInt(CAPS.length)], random.nextInt(4));
    }
    long lane = 1;
    int shares = 1 + random.nextInt(6);
    for (long s = 1; s <= shares; s++) {
      LaneView[] lanes = new LaneView[1 + random.nextInt(3)];
      for (int l = 0; l < lanes.length; l++) {
        List<Long> of = new ArrayList<>();
        for (long p = 1; p <= partitions; p++) {
          if (random.nextInt(3) == 0) {
            of.add(p);
          }
        }
        lanes[l] = new LaneView(lane++, random.nextInt(5), 1 + random.nextInt(10), of);
      }
      scene.share(s, 1 + random.nextInt(4), random.nextInt(5), lanes);
    }
    return scene.situation(budget);
  }

  @Property(tries = 5_000)
  void never_lets_more_go_than_a_partition_has_room_for(
      @ForAll Random random, @ForAll @IntRange(min = 1, max = 40) int budget) {
    Situation situation = random(random, budget);
    Plan plan = AdmissionPlanner.plan(situation);
    assertThat(plan.grants()).hasSizeLessThanOrEqualTo(budget);
    Map<Long, Integer> used = new HashMap<>();
    situation
        .shares()
        .forEach(s ->
            s.lanes()
                .forEach(l -> {
                  int granted = Collections.frequency(plan.grants(), l.id());
                  assertThat(granted).isLessThanOrEqualTo(l.pending());
                  l.partitions().forEach(p -> used.merge(p, granted, Integer::sum));
                }));
    used.forEach((p, n) -> {
      PartitionView view = situation.partitions().get(p);
      assertThat(n).isLessThanOrEqualTo(view == null ? 0 : view.ask(Scene.NOW).room());
    });
  }

  @Property(tries = 5_000)
  void leaves_budget_unused_only_if_every_lane_is_empty_or_closed(@ForAll Random random) {
    Situation situation = random(random, 1_000);
    Plan plan = AdmissionPlanner.plan(situation);
    Map<Long, Integer> used = new HashMap<>();
    situation
        .shares()
        .forEach(s ->
            s.lanes()
                .forEach(l ->
                    l.partitions()
                        .forEach(p ->
                            used.merge(
                                p, Collections.frequency(plan.grants(), l.id()), Integer::sum))));
    for (ShareView share : situation.shares()) {
      for (LaneView lane : share.lanes()) {
        boolean empty = Collections.frequency(plan.grants(), lane.id()) == lane.pending();
        boolean closed =
            lane.partitions().stream()
                .anyMatch(p -> {
                  PartitionView view = situation.partitions().get(p);
                  return view == null || view.ask(Scene.NOW).room() <= used.getOrDefault(p, 0);
                });
        assertThat(empty || closed).as("lane %d", lane.id()).isTrue();
        assertThat(plan.asleep().containsKey(lane.id())).isEqualTo(!empty);
      }
    }
  }

  /** Goyal, Vin, Cheng 1996, theorem 1, with jobs of length 1. */
  @Property(tries = 2_000)
  void two_backlogged_shares_differ_in_service_by_at_most_one_job_over_its_weight_each(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 8) int shares,
      @ForAll @IntRange(min = 1, max = 300) int jobs) {
    Scene scene = new Scene();
    double[] weights = new double[shares];
    for (int s = 0; s < shares; s++) {
      weights[s] = 0.25 + random.nextInt(20) / 4.0;
      scene.share(s, weights[s], 0, Scene.lane(s, 1_000));
    }
    Plan plan = scene.plan(jobs);
    double[] service = new double[shares];
    for (long lane : plan.grants()) {
      service[(int) lane] += 1 / weights[(int) lane];
      for (int a = 0; a < shares; a++) {
        for (int b = 0; b < a; b++) {
          assertThat(Math.abs(service[a] - service[b]))
              .isLessThanOrEqualTo(1 / weights[a] + 1 / weights[b] + 1e-9);
        }
      }
    }
  }

  /** The same theorem one level above, with jobs of length 1 / weight of their share. */
  @Property(tries = 2_000)
  void two_backlogged_namespaces_differ_by_at_most_one_job_each_however_they_split_their_work(
      @ForAll Random random,
      @ForAll @IntRange(min = 2, max = 5) int namespaces,
      @ForAll @IntRange(min = 1, max = 300) int jobs) {
    Scene scene = new Scene();
    List<Integer> namespaceOf = new ArrayList<>();
    List<Double> costs = new ArrayList<>();
    double[] longest = new double[namespaces];
    for (int n = 0; n < namespaces; n++) {
      int shares = random.nextInt(4) == 0 ? 40 : 1 + random.nextInt(5);
      for (int s = 0; s < shares; s++) {
        double weight = 0.25 + random.nextInt(20) / 4.0;
        scene.share(costs.size(), weight, 0, Scene.lane(costs.size(), 1_000));
        namespaceOf.add(n);
        costs.add(1 / weight);
        longest[n] = Math.max(longest[n], 1 / weight);
      }
      scene.namespace(n, 0);
    }
    double[] service = new double[namespaces];
    double[] ofShare = new double[costs.size()];
    for (long lane : scene.plan(jobs).grants()) {
      service[namespaceOf.get((int) lane)] += costs.get((int) lane);
      ofShare[(int) lane] += costs.get((int) lane);
      for (int a = 0; a < namespaces; a++) {
        for (int b = 0; b < a; b++) {
          assertThat(Math.abs(service[a] - service[b]))
              .isLessThanOrEqualTo(longest[a] + longest[b] + 1e-9);
        }
      }
    }
    for (int a = 0; a < ofShare.length; a++) {
      for (int b = 0; b < a; b++) {
        if (namespaceOf.get(a).equals(namespaceOf.get(b))) {
          assertThat(Math.abs(ofShare[a] - ofShare[b]))
              .isLessThanOrEqualTo(costs.get(a) + costs.get(b) + 1e-9);
        }
      }
    }
  }

  @Property(tries = 500)
  void where_each_namespace_is_one_share_the_order_is_that_of_shares(@ForAll Random random) {
    Scene one = new Scene();
    Scene each = new Scene();
    for (long s = 0; s < 6; s++) {
      double weight = 0.25 + random.nextInt(20) / 4.0;
      double time = random.nextInt(4);
      LaneView lane = Scene.lane(s, 1 + random.nextInt(30));
      one.share(s, weight, time, lane);
      each.share(s, weight, time, lane).namespace(s, time);
    }
    assertThat(each.plan(100).grants()).isEqualTo(one.plan(100).grants());
  }

  @Property(tries = 2_000)
  void the_same_situation_gives_the_same_plan(@ForAll Random random) {
    Situation situation = random(random, 50);
    assertThat(AdmissionPlanner.plan(situation)).isEqualTo(AdmissionPlanner.plan(situation));
  }

  /** What is measured is what happened, and stays within the bound from tick to tick. */
  @Property(tries = 1_000)
  void the_lag_measured_is_the_largest_difference_in_service_and_within_its_bound(
      @ForAll Random random, @ForAll @IntRange(min = 2, max = 6) int shares) {
    double[] weights = new double[shares];
    double[] times = new double[shares];
    Arrays.setAll(weights, s -> 0.25 + random.nextInt(20) / 4.0);
    for (int tick = 0; tick < 10; tick++) {
      Scene scene = new Scene();
      for (int s = 0; s < shares; s++) {
        scene.share(s, weights[s], times[s], Scene.lane(s, 1_000));
      }
      scene.namespace(1, 0);
      Plan plan = scene.plan(1 + random.nextInt(60));
      double[] service = new double[shares];
      plan.grants().forEach(lane -> service[lane.intValue()] += 1 / weights[lane.intValue()]);
      double most = Arrays.stream(service).max().orElseThrow();
      double least = Arrays.stream(service).min().orElseThrow();
      assertThat(plan.fairLag().lag()).isCloseTo(most - least, within(1e-9));
      assertThat(plan.fairLag().lag()).isLessThanOrEqualTo(plan.fairLag().bound() + 1e-9);
      Arrays.setAll(times, s -> times[s] + service[s]);
    }
  }

  @Property(tries = 1_000)
  void no_lag_is_measured_between_one_that_has_work_and_one_that_has_none_left(
      @ForAll @IntRange(min = 1, max = 50) int few) {
    Plan plan =
        new Scene()
            .share(1, 1, 0, Scene.lane(1, few))
            .share(2, 1, 0, Scene.lane(2, 1_000))
            .namespace(1, 0)
            .plan(2 * few + 20);
    assertThat(plan.fairLag()).isEqualTo(FairLag.NONE);
  }
}
