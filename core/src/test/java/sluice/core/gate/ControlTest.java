package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static sluice.core.gate.Gates.START;
import static sluice.core.gate.Gates.at;
import static sluice.core.gate.Gates.throttle;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import sluice.core.admission.PartitionView;
import sluice.core.policy.PolicyDocument;
import sluice.core.reason.Reason;

/** What an operator says of a partition goes before everything else, as long as it holds. */
class ControlTest {
  private static GateRule gate(String yaml) {
    return PolicyDocument.read("{policy: p, destination: w, gates: [" + yaml + "]}")
        .gates()
        .getFirst();
  }

  static List<GateRule> countingGates() {
    return List.of(
        gate("{name: g, type: concurrency, key: '${k}', max: 5}"),
        gate("{name: g, type: globalCap, max: 5}"),
        gate(
            "{name: g, type: adaptiveConcurrency, initialMax: 5, targetLag: PT1S, min: 5, max: 5}"));
  }

  private static PartitionView view(GateRule gate, int inFlight, Control control) {
    PartitionState state = gate.fresh(gate.fixedLimits(), START).withInFlightChangedBy(inFlight);
    return new PartitionView(gate, gate.fixedLimits(), state, control);
  }

  @ParameterizedTest
  @MethodSource("countingGates")
  void a_limit_set_by_hand_replaces_the_gates_own(GateRule gate) {
    assertThat(view(gate, 2, new Control(9.0, null, false)).ask(START).room()).isEqualTo(7);
    assertThat(view(gate, 2, new Control(3.0, null, false)).ask(START).room()).isEqualTo(1);
    assertThat(view(gate, 2, new Control(2.9, null, false)).ask(START).room()).isZero();
    assertThat(view(gate, 0, new Control(0.0, null, false)).ask(START).room()).isZero();
    assertThat(view(gate, 2, Control.NONE).ask(START).room()).isEqualTo(3);
  }

  @ParameterizedTest
  @MethodSource("countingGates")
  void below_what_is_in_flight_it_lets_nothing_go_and_asks_again_when_it_ends(GateRule gate) {
    PartitionView lowered = view(gate, 4, new Control(1.0, at(60), false));
    assertThat(lowered.ask(at(1))).isEqualTo(new Verdict(0, gate.reason(), at(60)));
    assertThat(view(gate, 4, new Control(1.0, null, false)).ask(at(1)).askAgainAt()).isNull();
  }

  @ParameterizedTest
  @MethodSource("countingGates")
  void from_the_instant_of_its_end_on_the_policys_limit_holds(GateRule gate) {
    PartitionView raised = view(gate, 4, new Control(9.0, at(60), false));
    assertThat(raised.ask(at(60).minusMillis(1)).room()).isEqualTo(5);
    assertThat(raised.ask(at(60)).room()).isEqualTo(1);
  }

  @Test
  void a_paused_partition_lets_nothing_go_until_it_is_resumed() {
    for (GateRule gate : countingGates()) {
      assertThat(view(gate, 0, new Control(9.0, at(60), true)).ask(at(99)))
          .isEqualTo(new Verdict(0, Reason.PAUSED, null));
    }
  }

  @Test
  void a_throttles_rate_set_by_hand_fills_the_bucket() {
    Throttle rule = throttle(1, "PT60S", null);
    PartitionView emptied = view(rule, 0, new Control(60.0, null, false)).charged(60, START);
    assertThat(emptied.state().tokens()).isZero();
    assertThat(emptied.ask(at(10)).room()).isEqualTo(10);
    assertThat(emptied.ask(START).askAgainAt()).isEqualTo(at(1));
  }

  @Test
  void a_bucket_fills_at_the_overridden_rate_up_to_the_end_and_at_the_policys_from_there() {
    Throttle rule = throttle(6, "PT60S", 100);
    PartitionState empty = PartitionState.EMPTY.withTokens(0, START);
    PartitionView view =
        new PartitionView(rule, rule.fixedLimits(), empty, new Control(60.0, at(10), false));
    // 10 s at 1/s, then 20 s at 0.1/s.
    assertThat(view.accrued(at(30)).tokens()).isEqualTo(12.0);
    assertThat(view.ask(at(30)).room()).isEqualTo(12);
    PartitionView charged = view.charged(12, at(30));
    assertThat(charged.state().tokens()).isZero();
    assertThat(charged.ask(at(35)).room()).as("the end is not paid twice").isZero();
    assertThat(charged.ask(at(40)).room()).isEqualTo(1);
  }

  @Test
  void a_rate_of_zero_by_hand_denies_until_its_end() {
    Throttle rule = throttle(60, "PT60S", 1);
    PartitionState empty = PartitionState.EMPTY.withTokens(0, START);
    PartitionView view =
        new PartitionView(rule, rule.fixedLimits(), empty, new Control(0.0, at(30), false));
    assertThat(view.ask(at(1))).isEqualTo(new Verdict(0, Reason.THROTTLE, at(30)));
    assertThat(view.ask(at(30)).room()).as("nothing was earned meanwhile").isZero();
    assertThat(view.ask(at(31)).room()).isEqualTo(1);
  }

  @Test
  void what_was_earned_before_a_change_is_counted_at_the_rate_before_it() {
    Throttle rule = throttle(60, "PT60S", 100);
    PartitionState empty = PartitionState.EMPTY.withTokens(0, START);
    PartitionView before = new PartitionView(rule, rule.fixedLimits(), empty);
    PartitionState earned = before.accrued(at(5));
    PartitionView after =
        new PartitionView(rule, rule.fixedLimits(), earned, new Control(600.0, null, false));
    assertThat(after.ask(at(6)).room()).isEqualTo(15);
    assertThat(before.accrued(START)).as("a bucket that is up to date stays").isEqualTo(empty);
  }
}
