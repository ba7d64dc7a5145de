package sluice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.core.gate.GateRule;

/** The fairness cases of the field that take more than one tick, or more than one gate. */
class FairnessOverTicksTest {
  private static final GateRule ADAPTIVE =
      Scene.gate(
          "{name: a, type: adaptiveConcurrency, key: '${k}', initialMax: 5, targetLag: PT1S}");
  private static final GateRule ADAPTIVE_2 =
      Scene.gate(
          "{name: a, type: adaptiveConcurrency, key: '${k}', initialMax: 2, targetLag: PT1S}");

  private static World tenants(int tenants, int jobs) {
    World world = new World();
    LongStream.rangeClosed(1, tenants).forEach(t -> world.lane(t).stage(t, jobs));
    return world;
  }

  private static Map<Long, Integer> ticks(World world, int ticks, int budget) {
    Map<Long, Integer> sum = new HashMap<>();
    for (int i = 0; i < ticks; i++) {
      world.tick(budget).forEach((lane, n) -> sum.merge(lane, n, Integer::sum));
    }
    return sum;
  }

  @Test
  void i_076_twenty_tenants_and_a_budget_of_five_have_one_each_after_four_ticks() {
    World world = tenants(20, 5);
    assertThat(world.tick(5)).hasSize(5).values().as("first tick").allMatch(n -> n == 1);
    Map<Long, Integer> rest = ticks(world, 3, 5);
    assertThat(rest).hasSize(15);
    assertThat(world.lanes.values()).allMatch(lane -> lane.inFlight == 1);
  }

  @Test
  void i_073_the_extra_job_rotates() {
    World world = tenants(3, 100);
    ticks(world, 3, 10);
    assertThat(world.lanes.values()).allMatch(lane -> lane.inFlight == 10);
  }

  @Test
  void i_085_four_adaptive_tenants_share_twelve_three_each() {
    World world = new World();
    LongStream.rangeClosed(1, 4).forEach(t -> world.gate(t, ADAPTIVE).lane(t, t).stage(t, 10));
    assertThat(world.tick(12)).hasSize(4).values().allMatch(n -> n == 3);
  }

  @Test
  void i_086_what_a_capped_tenant_cannot_use_goes_to_the_others() {
    World world = new World();
    world.gate(1, ADAPTIVE_2).lane(1, 1L).stage(1, 1);
    world.tick(12);
    world.stage(1, 10);
    LongStream.rangeClosed(2, 4).forEach(t -> world.gate(t, ADAPTIVE).lane(t, t).stage(t, 10));
    Map<Long, Integer> granted = world.tick(12);
    assertThat(granted).containsEntry(1L, 1);
    assertThat(LongStream.rangeClosed(2, 4).map(t -> granted.getOrDefault(t, 0)).min().orElse(0))
        .isGreaterThanOrEqualTo(3);
    assertThat(granted.values().stream().mapToInt(n -> n).sum()).isLessThanOrEqualTo(12);
  }

  @Test
  void i_090_and_i_091_equal_tenants_get_equal_parts_and_one_alone_gets_all() {
    assertThat(tenants(3, 20).tick(9)).hasSize(3).values().allMatch(n -> n == 3);
    assertThat(tenants(1, 60).tick(40)).containsEntry(1L, 40);
  }

  @Test
  void i_092_twenty_tenants_are_all_served_within_two_ticks() {
    assertThat(ticks(tenants(20, 100), 2, 500)).hasSize(20).values().allMatch(n -> n == 50);
  }

  @Test
  void i_098_of_ten_thousand_partitions_each_is_served_once_in_two_hundred_ticks() {
    GateRule cap = Scene.gate("{name: c, type: concurrency, key: '${k}', max: 9}");
    World world = new World();
    LongStream.rangeClosed(1, 10_000).forEach(t -> world.gate(t, cap).lane(t, t).stage(t, 3));
    ticks(world, 200, 50);
    assertThat(world.lanes.values()).allMatch(lane -> lane.inFlight == 1);
  }

  @Test
  void i_099_weights_one_two_five_share_eight_hundred_in_proportion() {
    World world = new World();
    world.lane(1, 1, 1).stage(1, 9_999).lane(2, 2, 2).stage(2, 9_999).lane(3, 3, 5).stage(3, 9_999);
    assertThat(ticks(world, 10, 80))
        .containsEntry(1L, 100)
        .containsEntry(2L, 200)
        .containsEntry(3L, 500);
  }

  @Test
  void b23_a_tenant_with_many_lanes_does_not_eat_the_batch() {
    for (int lanes : new int[] {8, 1_000}) {
      World world = new World();
      world.gate(0, Scene.gate("{name: g, type: globalCap, max: 8}"));
      for (long lane = 1; lane <= lanes; lane++) {
        world.lane(lane, 1, 1, 0L).stage(lane, 500);
      }
      world.tick(8);
      world.lane(2_000, 2, 1, 0L).stage(2_000, 1);
      world.end(
          world.lanes.values().stream().filter(l -> l.inFlight > 0).findAny().orElseThrow().id, 1);
      assertThat(world.tick(8)).as("the quiet tenant goes next").containsOnlyKeys(2_000L);
    }
  }

  @Test
  void b23_what_the_quiet_tenant_does_not_use_goes_to_the_busy_one() {
    World world = tenants(1, 500);
    world.lane(2).stage(2, 1);
    assertThat(world.tick(8)).containsEntry(1L, 7).containsEntry(2L, 1);
  }
}
