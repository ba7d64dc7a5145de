package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static sluice.core.gate.Gates.atLeastOne;
import static sluice.core.gate.Gates.duration;

import java.time.Instant;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What the self-tuning limit promises whatever is observed. */
class AdaptivePropertiesTest {
  record Outcome(long afterMillis, long lag, boolean failed, int inFlight) {}

  private static final int MIN = 2;
  private static final int MAX = 30;
  private static final AdaptiveConcurrency RULE =
      new AdaptiveConcurrency(
          "a",
          null,
          new AdaptiveSettings(atLeastOne(5), duration("PT1S"), atLeastOne(MIN), atLeastOne(MAX)),
          Feedback.DEFAULT);

  @Property
  void the_cap_stays_in_bounds_and_falls_at_most_once_a_window(
      @ForAll("outcomes") List<Outcome> outcomes) {
    Limits limits = RULE.fixedLimits();
    PartitionState state = RULE.fresh(limits, Gates.START);
    Instant now = Gates.START;
    Instant fell = null;
    for (Outcome outcome : outcomes) {
      now = now.plusMillis(outcome.afterMillis());
      PartitionState used = state.withInFlightChangedBy(outcome.inFlight() - state.inFlight());
      PartitionState next =
          RULE.observe(used, limits, new Observation(outcome.lag(), outcome.failed(), now));
      int before = state.adaptation().currentMax();
      int cap = next.adaptation().currentMax();
      assertThat(cap).isBetween(MIN, MAX).isLessThanOrEqualTo(before + 1);
      assertThat(next.adaptation().ewmaLagMillis()).isNotNegative().isFinite();
      if (cap < before) {
        if (fell != null) {
          assertThat(now).isAfterOrEqualTo(fell.plusSeconds(1));
        }
        fell = now;
      }
      Verdict verdict = RULE.ask(next, limits, now);
      assertThat(verdict.room()).isBetween(0, MAX);
      assertThat(verdict.room() + Math.max(next.inFlight(), 0))
          .isLessThanOrEqualTo(Math.max(MAX, next.inFlight()));
      state = next;
    }
  }

  @Provide
  Arbitrary<List<Outcome>> outcomes() {
    return Combinators.combine(
            Arbitraries.longs().between(0, 3_000),
            Arbitraries.longs().between(-10, 20_000),
            Arbitraries.of(true, false, false),
            Arbitraries.integers().between(-2, 40))
        .as(Outcome::new)
        .list()
        .ofMaxSize(60);
  }
}
