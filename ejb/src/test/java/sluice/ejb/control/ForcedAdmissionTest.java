package sluice.ejb.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import sluice.core.gate.Quota;
import sluice.core.reason.Reason;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.policy.LivePolicies;
import sluice.ejb.stage.StageRequest;

/** Jobs let past the gates take slots like others, and the answer says what they went past. */
class ForcedAdmissionTest {
  private static final String FULL = "[{name: c, type: concurrency, key: '${k}', max: 2}]";

  private final LivePolicies live = new LivePolicies();

  private Gates gates() {
    return new Gates(live.source(), Quota.UNLIMITED);
  }

  private Forced admit(int count, boolean evenPaused) {
    ForceOrder order = new ForceOrder("p", "policy.admit", count, evenPaused);
    return live.in(c -> new ForcedAdmission(c, gates(), order, LivePolicies.ANN).run());
  }

  private Forced drain() {
    return new Draining(gates(), "p", false, LivePolicies.ANN).inSteps(live::in);
  }

  @Test
  void i_144_one_job_goes_past_a_full_gate_and_takes_a_slot() {
    int policy = live.save("p", FULL);
    live.stage(5, "a");
    List<AdmittedJob> first = live.tickOut(policy);
    Forced forced = admit(1, false);
    assertThat(forced.admitted()).isOne();
    assertThat(forced.past())
        .containsExactly(new Forced.Past("c", "a", Reason.CONCURRENCY, 2.0, 3));
    assertThat(forced.left().pending()).isEqualTo(2);
    assertThat(live.number("select in_flight from gate_partition where gate = 'c'")).isEqualTo(3);
    assertThat(live.number("select count(*) from admission_batch where forwarded_at is null"))
        .isEqualTo(2);
    assertThat(live.tickOut(policy)).isEmpty();
    live.finish(first.subList(0, 1));
    assertThat(live.tickOut(policy)).as("two are in flight, no more than the limit").isEmpty();
    live.finish(first.subList(1, 2));
    assertThat(live.tickOut(policy)).hasSize(1);
    assertThat(live.leakedSlots()).isZero();
    assertThat(live.missing(policy)).isZero();
    assertThat(live.number("select in_flight from policy")).isEqualTo(2);
  }

  @Test
  void i_144_an_order_for_no_job_is_no_act_and_jobs_scheduled_for_later_are_left_out() {
    live.save("p", FULL);
    live.stage(List.of(LivePolicies.job(Map.of("k", "a"), Instant.now().plusSeconds(3_600))));
    assertThat(admit(0, false).admitted()).isZero();
    assertThat(live.number("select count(*) from audit where action = 'policy.admit'")).isZero();
    assertThat(admit(5, false).admitted()).isZero();
    assertThat(
            live.number(
                "select count(*) from audit where action = 'policy.admit' and (after->>'admitted')::int = 0"))
        .as("what somebody ordered is written down, also when nothing came of it")
        .isOne();
  }

  @Test
  void i_144_what_is_rolled_back_changed_nothing() {
    int policy = live.save("p", FULL);
    live.stage(3, "a");
    live.tickOut(policy);
    ForceOrder order = new ForceOrder("p", "policy.admit", 9, false);
    assertThatThrownBy(() ->
            live.in(c -> {
              new ForcedAdmission(c, gates(), order, LivePolicies.ANN).run();
              throw new IllegalStateException("rolled back");
            }))
        .hasMessage("rolled back");
    assertThat(live.number("select in_flight from gate_partition where gate = 'c'")).isEqualTo(2);
    assertThat(live.number("select count(*) from job where state = 'pending'")).isOne();
  }

  @Test
  void i_145_fair_order_is_charged_tokens_are_not_and_the_audit_says_who_and_how_many() {
    int policy =
        live.save("p", "[{name: t, type: throttle, key: '${k}', rate: 1, period: PT1H, burst: 2}]");
    live.stage(9, "a");
    live.tickOut(policy);
    long before = live.number("select virtual_time from share");
    long turn = live.number("select virtual_time from namespace_turn");
    Forced forced = admit(4, false);
    assertThat(forced.past()).hasSize(1);
    assertThat(forced.past().getFirst().reason()).isEqualTo(Reason.THROTTLE);
    assertThat(live.number("select virtual_time from share")).isEqualTo(before + 4);
    assertThat(live.number("select virtual_time from namespace_turn")).isEqualTo(turn + 4);
    assertThat(live.number("select virtual_time from lane")).isEqualTo(6);
    assertThat(live.number("select tokens from gate_partition where gate = 't'")).isZero();
    assertThat(
            live.number(
                """
                select count(*) from audit where action = 'policy.admit' and actor = 'ann' and subject = 'policy:p'
                and (after->>'admitted')::int = 4 and at > clock_timestamp() - interval '1 minute'\
                """))
        .isOne();
  }

  @Test
  void a_namespaces_quota_is_gone_past_too_and_told() {
    int policy = live.save("p", "[]");
    live.stage(5, "a");
    live.execute("update gate_partition set max = 2 where gate = 'quota'");
    assertThat(live.tickOut(policy)).hasSize(2);
    assertThat(admit(2, false).past())
        .containsExactly(new Forced.Past("quota", "default", Reason.QUOTA, 2.0, 4));
    assertThat(live.tickOut(policy)).isEmpty();
    assertThat(live.leakedSlots()).isZero();
  }

  @Test
  void a_paused_policy_asks_for_confirmation() {
    int policy = live.save("p", FULL);
    live.stage(3, "a");
    live.pausePolicy("p", true);
    assertThatThrownBy(() -> admit(1, false)).isInstanceOf(PolicyIsPaused.class);
    assertThat(live.number("select count(*) from job where state = 'admitted'")).isZero();
    Forced forced = admit(1, true);
    assertThat(forced.admitted()).isOne();
    assertThat(forced.paused()).isTrue();
    assertThat(forced.past()).as("there was room").isEmpty();
    assertThat(live.tickOut(policy)).isEmpty();
  }

  @Test
  void i_201_a_drain_says_what_is_scheduled_for_later() {
    int policy = live.save("p", FULL);
    live.stage(300, "a");
    List<StageRequest> later = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      later.add(LivePolicies.job(Map.of("k", "a"), Instant.now().plusSeconds(3_600)));
    }
    live.stage(later);
    Forced forced = drain();
    assertThat(forced.admitted()).isEqualTo(300);
    assertThat(forced.message()).contains("300 admitted").contains("20 scheduled for later");
    assertThat(drain().admitted()).isZero();
    live.tickOut(policy);
    assertThat(live.missing(policy)).isZero();
    assertThat(live.number("select in_flight from policy")).isEqualTo(300);
    assertThat(live.leakedSlots()).isZero();
  }

  @Test
  void i_201_a_drain_takes_ten_thousand_and_says_how_many_remain() {
    int policy = live.save("p", "[]");
    live.pausePolicy("p", true);
    for (int i = 0; i < 12; i++) {
      live.stage(1_000, "a");
    }
    live.execute("update policy set paused = false");
    Forced forced = drain();
    assertThat(forced.admitted()).isEqualTo(10_000);
    assertThat(forced.message()).contains("10,000 admitted").contains("2,000 remain");
    assertThat(live.number("select max(cardinality(jobs)) from admission_batch")).isEqualTo(500);
    live.tickOut(policy);
    assertThat(live.missing(policy)).isZero();
  }

  @Test
  void forced_jobs_ticks_and_settlements_at_once_leak_no_slot() {
    int policy = live.save("p", FULL);
    for (String key : List.of("a", "b", "c", "d")) {
      live.stage(100, key);
    }
    AtomicBoolean over = new AtomicBoolean();
    CompletableFuture<Void> ticking =
        CompletableFuture.runAsync(() -> {
          while (!over.get()) {
            live.finish(live.tickOut(policy));
          }
        });
    int forced = 0;
    try {
      for (int i = 0; i < 20; i++) {
        forced += admit(5, false).admitted();
      }
    } finally {
      over.set(true);
    }
    ticking.join();
    live.tickOut(policy);
    assertThat(forced).isPositive();
    assertThat(live.leakedSlots()).isZero();
    assertThat(live.missing(policy)).isZero();
    assertThat(live.number("select count(distinct j) from admission_batch, unnest(jobs) j"))
        .isEqualTo(live.number("select sum(cardinality(jobs)) from admission_batch"));
  }
}
