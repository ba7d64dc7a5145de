package sluice.core.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.admission.PartitionView;
import sluice.core.gate.Adaptation;
import sluice.core.gate.CapChange;
import sluice.core.gate.Control;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.MissingLimit;
import sluice.core.gate.PartitionState;
import sluice.core.gate.Quota;
import sluice.core.gate.RecentOutcomes;
import sluice.core.gate.Usage;
import sluice.core.policy.PolicyDocument;
import sluice.core.reason.Reason;

class ExplainerTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");
  private static final Waiting.Marks FREE = new Waiting.Marks(false, null, false);
  private static final GateRule CAP = gate("{name: cap, type: concurrency, key: '${k}', max: 2}");
  private static final GateRule RATE =
      gate("{name: rate, type: throttle, key: '${k}', rate: 1, period: PT1M}");

  private static GateRule gate(String yaml) {
    return PolicyDocument.read("{policy: p, destination: w, gates: [" + yaml + "]}")
        .gates()
        .getFirst();
  }

  private static Waiting.Asked asked(GateRule gate, PartitionState state) {
    return new Waiting.Asked("x", new PartitionView(gate, gate.fixedLimits(), state), List.of());
  }

  private static Waiting.Asked full(GateRule gate) {
    return asked(gate, gate.fresh(gate.fixedLimits(), NOW).withInFlightChangedBy(2));
  }

  private static Waiting.Asked emptied() {
    return asked(RATE, PartitionState.EMPTY.withTokens(0, NOW));
  }

  private static Explanation explain(Waiting.Marks marks, int ahead, Waiting.Asked... gates) {
    return Explainer.explain(new Waiting(NOW, "p", marks, ahead, List.of(gates)));
  }

  private static void says(Explanation told, Reason reason, @Nullable String gate, String knob) {
    assertThat(told.reason()).isEqualTo(reason);
    GateVerdict holder = told.holder();
    assertThat(holder == null ? null : holder.gate()).isEqualTo(gate);
    assertThat(told.advice()).endsWith(knob + ".");
  }

  @Test
  void a_limit_set_by_hand_is_the_knob_and_all_that_is_above_it_has_to_end() {
    PartitionState used = CAP.fresh(CAP.fixedLimits(), NOW).withInFlightChangedBy(7);
    Waiting.Asked overridden =
        new Waiting.Asked(
            "x",
            new PartitionView(CAP, CAP.fixedLimits(), used, new Control(3.0, null, false)),
            List.of());
    Explanation told = explain(FREE, 0, overridden);
    says(told, Reason.CONCURRENCY, "cap", "lift the override of cap in x");
    assertThat(told.advice()).contains("7 of 3").contains("when 5 end");
  }

  @Test
  void a_suspended_namespace_is_called_so() {
    Quota quota = new Quota(0);
    Waiting.Asked suspended =
        new Waiting.Asked(
            "acme", new PartitionView(quota, Limits.NONE, PartitionState.EMPTY), List.of());
    Explanation told = explain(FREE, 0, suspended);
    says(told, Reason.QUOTA, "quota", "raise its maxInFlight");
    assertThat(told.advice()).contains("suspended");
  }

  @Test
  void a_full_partition_says_used_limit_and_the_knob() {
    Explanation told = explain(FREE, 0, full(CAP));
    says(told, Reason.CONCURRENCY, "cap", "gates[cap].max");
    assertThat(told.advice()).startsWith("2 of 2 jobs are in flight in x");
    assertThat(told.notBefore()).isNull();
    assertThat(told.gates().getFirst().usage().limit()).isEqualTo(2.0);
  }

  @Test
  void an_empty_bucket_says_when_the_token_of_this_job_comes() {
    says(explain(FREE, 0, emptied()), Reason.THROTTLE, "rate", "gates[rate].rate");
    assertThat(explain(FREE, 0, emptied()).notBefore()).isEqualTo(NOW.plusSeconds(60));
    assertThat(explain(FREE, 0, emptied()).advice()).contains("at 2026-11-30 12:01:00 UTC at the");
    assertThat(explain(FREE, 4, emptied()).notBefore()).isEqualTo(NOW.plusSeconds(300));
  }

  @Test
  void a_rate_of_zero_promises_no_instant() {
    GateRule none = gate("{name: rate, type: throttle, key: '${k}', rate: 0, period: PT1M}");
    Explanation told = explain(FREE, 0, asked(none, none.fresh(none.fixedLimits(), NOW)));
    says(told, Reason.THROTTLE, "rate", "gates[rate].rate");
    assertThat(told.advice()).isEqualTo("Nothing goes at a rate of 0; raise gates[rate].rate.");
    assertThat(told.notBefore()).isNull();
    assertThat(told.gates().getFirst().usage()).isEqualTo(new Usage(0, 0.0));
  }

  @Test
  void a_closed_partition_says_until_when() {
    Explanation told =
        explain(FREE, 0, asked(RATE, PartitionState.EMPTY.withClosedUntil(NOW.plusSeconds(9))));
    says(told, Reason.THROTTLE, "rate", "sluice_retry_after_ms");
    assertThat(told.notBefore()).isEqualTo(NOW.plusSeconds(9));
  }

  @Test
  void the_reasons_have_one_order_whatever_the_order_of_the_gates() {
    Waiting.Marks paused = new Waiting.Marks(true, NOW.plusSeconds(5), false);
    Waiting.Marks later = new Waiting.Marks(false, NOW.plusSeconds(5), false);
    says(explain(FREE, 0, full(CAP), emptied()), Reason.THROTTLE, "rate", "gates[rate].rate");
    says(explain(later, 0, full(CAP), emptied()), Reason.NOT_DUE, null, "sluice_not_before");
    says(explain(paused, 0, full(CAP), emptied()), Reason.PAUSED, null, "resume p");
    assertThat(explain(later, 0, emptied()).notBefore()).isEqualTo(NOW.plusSeconds(60));
    Waiting.Asked nothing =
        new Waiting.Asked(
            "x",
            new PartitionView(CAP, Limits.max(null), PartitionState.EMPTY),
            List.of(new MissingLimit("max", "${m}", Set.of("m"))));
    Explanation told = explain(paused, 0, full(CAP), nothing);
    says(told, Reason.MISCONFIGURED, "cap", "gates[cap].max");
    assertThat(told.advice()).contains("has no property m");
  }

  @Test
  void a_retry_names_its_back_off() {
    says(
        explain(new Waiting.Marks(false, NOW.plusSeconds(5), true), 0),
        Reason.NOT_DUE,
        null,
        "retry.backoff");
  }

  @Test
  void room_for_less_than_the_jobs_before_it_holds_too() {
    PartitionState one = PartitionState.EMPTY.withInFlightChangedBy(1);
    says(explain(FREE, 0, asked(CAP, one)), Reason.FAIR_TURN, null, "fairness.weight");
    says(explain(FREE, 1, asked(CAP, one)), Reason.CONCURRENCY, "cap", "gates[cap].max");
  }

  @Test
  void where_no_gate_holds_others_go_first() {
    says(explain(FREE, 3), Reason.FAIR_TURN, null, "JMSPriority");
  }

  @Test
  void a_self_tuning_limit_tells_what_it_changed_by() {
    GateRule rule = gate("{name: a, type: adaptiveConcurrency, initialMax: 4, targetLag: PT1S}");
    List<String> told = new ArrayList<>();
    for (CapChange.Cause cause : CapChange.Cause.values()) {
      PartitionState state =
          PartitionState.EMPTY
              .withInFlightChangedBy(2)
              .withAdaptation(
                  new Adaptation(2, 0, 9, RecentOutcomes.NONE, new CapChange(4, cause, NOW)));
      Explanation one = explain(FREE, 0, asked(rule, state));
      says(one, Reason.ADAPTIVE, "a", "gates[a].targetLag");
      told.add(one.advice());
    }
    assertThat(told.get(0)).contains("was 4 until 2026-11-30 12:00:00 UTC, when jobs went well");
    assertThat(told.get(1)).contains("jobs started late");
    assertThat(told.get(2)).contains("jobs failed");
  }
}
