package sluice.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.core.gate.GateRule;
import sluice.core.reason.Reason;

class AdmissionPlannerTest {
  private static final GateRule CAP_2 =
      Scene.gate("{name: c, type: concurrency, key: '${k}', max: 2}");
  private static final GateRule GLOBAL_3 = Scene.gate("{name: g, type: globalCap, max: 3}");

  private static long count(Plan plan, long lane) {
    return Collections.frequency(plan.grants(), lane);
  }

  @Test
  void i_071_the_budget_is_filled_to_the_last_job() {
    Plan plan =
        new Scene()
            .share(1, 1, 0, Scene.lane(1, 1000))
            .share(2, 1, 0, Scene.lane(2, 1))
            .share(3, 1, 0, Scene.lane(3, 1))
            .share(4, 1, 0, Scene.lane(4, 1))
            .plan(100);
    assertThat(List.of(count(plan, 1), count(plan, 2), count(plan, 3), count(plan, 4)))
        .containsExactly(97L, 1L, 1L, 1L);
  }

  @Test
  void i_073_ten_among_three_busy_shares_is_four_three_three() {
    Scene scene = new Scene();
    LongStream.rangeClosed(1, 3).forEach(i -> scene.share(i, 1, 0, Scene.lane(i, 50)));
    Plan plan = scene.plan(10);
    assertThat(LongStream.rangeClosed(1, 3).map(i -> count(plan, i)).sorted().toArray())
        .containsExactly(3, 3, 4);
  }

  @Test
  void i_074_ten_among_five_is_two_each() {
    Scene scene = new Scene();
    LongStream.rangeClosed(1, 5).forEach(i -> scene.share(i, 1, 0, Scene.lane(i, 10)));
    Plan plan = scene.plan(10);
    assertThat(LongStream.rangeClosed(1, 5).map(i -> count(plan, i)).toArray()).containsOnly(2);
  }

  @Test
  void i_075_one_share_alone_gets_the_whole_budget() {
    Plan plan = new Scene().share(1, 1, 0, Scene.lane(1, 100)).plan(8);
    assertThat(count(plan, 1)).isEqualTo(8);
    assertThat(plan.ending()).isInstanceOf(Plan.Ending.BudgetUsed.class);
  }

  @Test
  void i_051_a_global_cap_of_three_over_two_tenants_is_a_b_a() {
    Plan plan =
        new Scene()
            .partition(9, GLOBAL_3, 0)
            .share(1, 1, 0, Scene.lane(1, 4, 9L))
            .share(2, 1, 0, Scene.lane(2, 4, 9L))
            .plan(100);
    assertThat(plan.grants()).containsExactly(1L, 2L, 1L);
    assertThat(plan.ending()).isEqualTo(new Plan.Ending.PolicyClosed(9, null));
    assertThat(plan.denials()).containsEntry(Reason.GLOBAL_CAP, 1);
    assertThat(plan.asleep()).isEmpty();
  }

  @Test
  void i_050_a_lowered_global_cap_admits_nothing_and_is_no_error() {
    Plan plan =
        new Scene().partition(9, GLOBAL_3, 12).share(1, 1, 0, Scene.lane(1, 4, 9L)).plan(100);
    assertThat(plan.grants()).isEmpty();
  }

  @Test
  void a_full_partition_puts_its_lane_to_sleep_and_the_others_go_on() {
    Plan plan =
        new Scene()
            .partition(7, CAP_2, 2)
            .partition(8, CAP_2, 0)
            .share(1, 1, 0, Scene.lane(1, 4, 7L))
            .share(2, 1, 5, Scene.lane(2, 4, 8L))
            .plan(100);
    assertThat(plan.grants()).containsExactly(2L, 2L);
    assertThat(plan.asleep())
        .containsEntry(1L, new Plan.Asleep(7, 0))
        .containsEntry(2L, new Plan.Asleep(8, 7));
    assertThat(plan.ending()).isInstanceOf(Plan.Ending.AllSeen.class);
  }

  @Test
  void i_056_tenant_and_region_gates_with_keys_of_their_own_hold_together() {
    GateRule tenant = Scene.gate("{name: t, type: concurrency, key: '${t}', max: 5}");
    GateRule region = Scene.gate("{name: r, type: concurrency, key: '${r}', max: 20}");
    Scene scene = new Scene().partition(100, region, 0);
    for (long i = 1; i <= 6; i++) {
      scene.partition(i, tenant, 0).share(i, 1, 0, Scene.lane(i, 10, i, 100L));
    }
    Plan plan = scene.plan(500);
    assertThat(plan.grants()).hasSize(20);
    assertThat(LongStream.rangeClosed(1, 6).map(i -> count(plan, i)).max().orElse(0))
        .isLessThanOrEqualTo(5);
  }

  @Test
  void a_share_whose_lanes_were_not_all_read_ends_the_plan_rather_than_fall_behind() {
    ShareView cut = new ShareView(1, 1, 0, List.of(Scene.lane(1, 1)), true);
    ShareView other = new ShareView(2, 1, 0, List.of(Scene.lane(2, 100)), false);
    Plan plan =
        AdmissionPlanner.plan(
            new Situation(Scene.NOW, 100, 0, List.of(cut, other), java.util.Map.of()));
    assertThat(plan.grants()).containsExactly(1L, 2L);
    assertThat(plan.ending()).isInstanceOf(Plan.Ending.ShareCutShort.class);
  }

  @Test
  void i_210_eight_among_a_namespace_of_eight_busy_shares_and_a_quiet_one_is_seven_and_one() {
    Scene scene = new Scene();
    LongStream.rangeClosed(1, 8).forEach(i -> scene.share(i, 1, 0, Scene.lane(i, 62)));
    scene.namespace(1, 0).share(9, 1, 0, Scene.lane(9, 1)).namespace(2, 0);
    Plan plan = scene.plan(8);
    assertThat(plan.grants()).hasSize(8);
    assertThat(count(plan, 9)).isEqualTo(1);
  }

  @Test
  void a_namespace_whose_shares_were_not_all_read_ends_the_plan_rather_than_fall_behind() {
    NamespaceView cut =
        new NamespaceView(
            1, 0, List.of(new ShareView(1, 1, 0, List.of(Scene.lane(1, 1)), false)), true);
    NamespaceView other =
        new NamespaceView(
            2, 0, List.of(new ShareView(2, 1, 0, List.of(Scene.lane(2, 100)), false)), false);
    Plan plan =
        AdmissionPlanner.plan(
            new Situation(
                Scene.NOW, 100, new FairOrder(0, List.of(cut, other)), java.util.Map.of()));
    assertThat(plan.grants()).containsExactly(1L, 2L);
    assertThat(plan.ending()).isInstanceOf(Plan.Ending.ShareCutShort.class);
  }

  @Test
  void a_lane_whose_partition_is_not_known_stays_awake_and_is_counted_as_misconfigured() {
    Plan plan = new Scene().share(1, 1, 0, Scene.lane(1, 4, 404L)).plan(10);
    assertThat(plan.grants()).isEmpty();
    assertThat(plan.denials()).containsEntry(Reason.MISCONFIGURED, 1);
    assertThat(plan.asleep()).isEmpty();
  }
}
