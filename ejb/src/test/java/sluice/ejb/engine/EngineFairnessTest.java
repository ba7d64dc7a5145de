package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.stage.StageRequest;

/** Namespaces take turns, then the shares of each. BEHAVIOUR.md I.8 and D28. */
class EngineFairnessTest {
  private static final String BY_ROUTE =
      "{policy: p, destination: w, fairness: {key: '${route}', weight: '${weight}'}, gates: [{name: c, type: concurrency, key: '${shared}', max: '${max}'}]}";

  private final Engine engine = new Engine();

  private void stage(String namespace, int count, IntFunction<Map<String, Object>> properties) {
    List<StageRequest> jobs = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      jobs.add(
          Engine.job("p", new StageRequest.Keys(namespace, null, null, null), properties.apply(i)));
    }
    engine.stage(jobs);
  }

  /** Jobs that no gate stops. */
  private void stageFree(String namespace, int count, int routes) {
    stage(
        namespace,
        count,
        i ->
            Map.of(
                "route",
                "r" + i % routes,
                "shared",
                namespace + i % routes,
                "weight",
                1,
                "max",
                999));
  }

  private List<AdmittedJob> sweep(int policy, int batch) {
    AdmittedBatch admitted = engine.tick(policy, batch).batch();
    return admitted == null ? List.of() : admitted.jobs();
  }

  private static Map<String, Long> byNamespace(List<AdmittedJob> jobs) {
    return jobs.stream()
        .collect(
            Collectors.groupingBy(
                j -> j.labels().namespace(), TreeMap::new, Collectors.counting()));
  }

  @Test
  void i_209_i_210_a_bursty_namespace_gets_no_more_by_spreading_its_work() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    stageFree("bursty", 496, 8);
    stageFree("quiet", 1, 1);
    assertThat(byNamespace(sweep(policy, 8))).isEqualTo(Map.of("bursty", 7L, "quiet", 1L));
  }

  @Test
  void b_23_each_job_of_a_lone_tenant_goes_with_the_tick_that_sees_it() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    stageFree("a", 1_000, 1_000);
    for (int tick = 0; tick < 20; tick++) {
      stageFree("b", 1, 1);
      assertThat(byNamespace(sweep(policy, 8)))
          .as("tick %d", tick)
          .isEqualTo(Map.of("a", 7L, "b", 1L));
    }
  }

  @Test
  void i_216_nine_busy_namespaces_get_sixteen_each_in_nine_sweeps_of_sixteen() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    IntStream.range(0, 9).forEach(n -> stageFree("n" + n, 100, 1 + n));
    List<AdmittedJob> all = new ArrayList<>();
    for (int i = 0; i < 9; i++) {
      List<AdmittedJob> swept = sweep(policy, 16);
      assertThat(byNamespace(swept).values()).hasSize(9).allMatch(n -> n == 1 || n == 2);
      all.addAll(swept);
    }
    assertThat(byNamespace(all).values()).hasSize(9).containsOnly(16L);
  }

  @Test
  void i_218_twenty_busy_namespaces_get_four_each_in_five_sweeps_of_sixteen() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    IntStream.range(0, 20).forEach(n -> stageFree("n" + n, 20, 3));
    List<AdmittedJob> all = new ArrayList<>();
    for (int i = 0; i < 5; i++) {
      all.addAll(sweep(policy, 16));
    }
    assertThat(byNamespace(all).values()).hasSize(20).containsOnly(4L);
  }

  @Test
  void i_219_what_one_does_not_use_is_shared_and_one_at_its_ceiling_gets_nothing()
      throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    engine.ceiling("d", 0);
    stageFree("a", 100, 5);
    stageFree("b", 100, 1);
    stageFree("c", 1, 1);
    stageFree("d", 100, 1);
    List<AdmittedJob> first = sweep(policy, 16);
    assertThat(byNamespace(first)).isEqualTo(Map.of("a", 8L, "b", 7L, "c", 1L));
    assertThat(byNamespace(sweep(policy, 15))).isEqualTo(Map.of("a", 7L, "b", 8L));
  }

  @Test
  void lanes_that_sleep_on_one_partition_wake_by_namespace_first() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    stage("a", 60, i -> Map.of("route", "r" + i % 30, "shared", "x", "weight", 1, "max", 1));
    stage("b", 20, i -> Map.of("route", "r", "shared", "x", "weight", 1, "max", 1));
    List<AdmittedJob> all = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      List<AdmittedJob> one = engine.tickOut(policy);
      assertThat(one).hasSize(1);
      engine.settle(one, Outcome.SUCCESS);
      all.addAll(one);
    }
    assertThat(byNamespace(all)).isEqualTo(Map.of("a", 10L, "b", 10L));
  }

  @Test
  void under_a_full_ceiling_the_shares_of_the_namespace_still_go_by_weight() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    engine.ceiling("a", 1);
    stage(
        "a",
        200,
        i -> Map.of("route", i % 2, "shared", i % 2, "weight", i % 2 == 0 ? 3 : 1, "max", 9));
    Map<String, Long> byRoute = new TreeMap<>();
    for (int i = 0; i < 80; i++) {
      List<AdmittedJob> one = engine.tickOut(policy);
      assertThat(one).hasSize(1);
      long route =
          engine.number(
              "select s.key::integer from job j join lane l on l.id = j.lane_id join share s on s.id = l.share_id where j.state = 'admitted'");
      byRoute.merge("weight " + (route == 0 ? 3 : 1), 1L, Long::sum);
      engine.settle(one, Outcome.SUCCESS);
    }
    assertThat(byRoute.get("weight 3")).isBetween(59L, 61L);
    assertThat(Objects.requireNonNull(byRoute.get("weight 1"))).isBetween(19L, 21L);
  }

  @Test
  void a_namespace_without_work_is_out_of_the_running_and_saves_nothing_up() throws SQLException {
    int policy = engine.policy(BY_ROUTE);
    stageFree("idle", 1, 1);
    stageFree("busy", 300, 1);
    sweep(policy, 200);
    assertThat(engine.number("select count(*) from namespace_turn where ready")).isOne();
    stageFree("idle", 100, 4);
    Map<String, Long> next = byNamespace(sweep(policy, 20));
    assertThat(next.get("idle")).isBetween(10L, 11L);
    assertThat(engine.leakedSlots()).isZero();
  }
}
