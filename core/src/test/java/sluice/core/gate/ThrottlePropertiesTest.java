package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static sluice.core.gate.Gates.START;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** What a token bucket promises, over random schedules. */
class ThrottlePropertiesTest {

  /**
   * One tick: so long after the one before (negative: the clock stepped back), so many jobs wanted.
   */
  record Tick(long afterMicros, int wanted) {}

  record Setup(double rate, long periodMillis, double burst, List<Tick> ticks) {
    Limits limits() {
      return Limits.throttle(rate, periodMillis, burst);
    }
  }

  private record Admitted(Instant at, int jobs) {}

  private static final Throttle RULE = Gates.throttle(1, "PT1S", null);

  @Property
  void every_window_admits_at_most_burst_plus_its_rate(@ForAll("forward") Setup setup) {
    List<Admitted> admissions = run(setup);
    double perMicro = setup.rate() / (setup.periodMillis() * 1000.0);
    for (int from = 0; from < admissions.size(); from++) {
      long jobs = 0;
      for (int to = from; to < admissions.size(); to++) {
        jobs += admissions.get(to).jobs();
        double micros =
            Throttle.secondsBetween(admissions.get(from).at(), admissions.get(to).at()) * 1e6;
        double allowed = setup.burst() + perMicro * micros;
        assertThat((double) jobs).isLessThanOrEqualTo(allowed + 1e-6 + allowed * 1e-9);
      }
    }
  }

  @Property
  void tokens_stay_between_nothing_and_the_capacity(@ForAll("anyway") Setup setup) {
    PartitionState state = RULE.fresh(setup.limits(), START);
    Instant now = START;
    for (Tick tick : setup.ticks()) {
      now = now.plusNanos(tick.afterMicros() * 1000);
      Verdict verdict = RULE.ask(state, setup.limits(), now);
      assertThat(verdict.room()).isNotNegative();
      state = RULE.charge(state, setup.limits(), Math.min(verdict.room(), tick.wanted()), now);
      assertThat(state.tokens()).isBetween(0.0, setup.burst());
      assertThat(RULE.tokens(state, setup.limits(), now)).isBetween(0.0, setup.burst());
    }
  }

  @Property
  void what_is_asked_again_when_told_has_a_token(@ForAll("forward") Setup setup) {
    PartitionState state = RULE.fresh(setup.limits(), START).withTokens(0, START);
    Verdict denied = RULE.ask(state, setup.limits(), START);
    Instant again = denied.askAgainAt();
    assertThat(denied.room()).isZero();
    assertThat(again).isNotNull().isAfter(START);
    if (again != null && setup.rate() / setup.periodMillis() > 1e-6) {
      assertThat(RULE.ask(state, setup.limits(), again).room()).isPositive();
    }
  }

  @Property
  void ticks_in_between_cost_nothing(@ForAll("forward") Setup setup) {
    PartitionState often = RULE.fresh(setup.limits(), START).withTokens(0, START);
    PartitionState once = often;
    Instant now = START;
    for (Tick tick : setup.ticks()) {
      now = now.plusNanos(tick.afterMicros() * 1000);
      often = RULE.charge(often, setup.limits(), 0, now);
    }
    assertThat(RULE.ask(often, setup.limits(), now)).isEqualTo(RULE.ask(once, setup.limits(), now));
  }

  private static List<Admitted> run(Setup setup) {
    List<Admitted> admissions = new ArrayList<>();
    PartitionState state = RULE.fresh(setup.limits(), START);
    Instant now = START;
    for (Tick tick : setup.ticks()) {
      now = now.plusNanos(tick.afterMicros() * 1000);
      int jobs = Math.min(RULE.ask(state, setup.limits(), now).room(), tick.wanted());
      state = RULE.charge(state, setup.limits(), jobs, now);
      admissions.add(new Admitted(now, jobs));
    }
    return admissions;
  }

  @Provide
  Arbitrary<Setup> forward() {
    return setups(0);
  }

  @Provide
  Arbitrary<Setup> anyway() {
    return setups(-100_000_000L);
  }

  private static Arbitrary<Setup> setups(long leastStep) {
    Arbitrary<Double> rates = Arbitraries.doubles().between(0.001, 10_000).ofScale(4);
    Arbitrary<Long> periods = Arbitraries.longs().between(1, 86_400_000);
    Arbitrary<Double> bursts = Arbitraries.doubles().between(1, 1_000).ofScale(2);
    Arbitrary<List<Tick>> ticks =
        Combinators.combine(
                Arbitraries.longs().between(leastStep, 200_000_000L),
                Arbitraries.integers().between(0, 2_000))
            .as(Tick::new)
            .list()
            .ofMaxSize(40);
    return Combinators.combine(rates, periods, bursts, ticks).as(Setup::new);
  }
}
