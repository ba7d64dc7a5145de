package sluice.ejb.observe;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import sluice.core.hint.HintFigures;
import sluice.core.reason.Reason;

/**
 * Figures of policies as hints read them, summed. Immutable.
 *
 * @param now everything known
 * @param policies those that count
 * @param minutes what they did by the minute, oldest first
 */
record HintGathering(Telemetry now, List<Telemetry.Policy> policies, List<Minute> minutes) {
  private static final int POINTS = 30;

  /**
   * What figures are measured against.
   *
   * @param target jobs a second that the deployment was measured for; 0 = not known
   * @param tickLimit how long a tick may take
   * @param partitions gate partitions
   * @param difference what the auditor found off
   */
  record Measures(int target, Duration tickLimit, long partitions, long difference) {}

  HintFigures figures(boolean paused, Measures measures) {
    long pending = sum(p -> p.figures().counts().alive().pending());
    PolicyFigures.Alive alive =
        new PolicyFigures.Alive(
            pending,
            sum(p -> p.figures().counts().alive().scheduled()),
            sum(p -> p.figures().counts().alive().inFlight()));
    Duration eligibleFor =
        policies.stream()
            .map(p -> p.figures().waiting().oldestEligibleAt())
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .map(now::age)
            .orElse(Duration.ZERO);
    return new HintFigures(
        paused,
        new HintFigures.Backlog(
            pending,
            eligibleFor,
            BacklogSeries.of(alive, minutes, POINTS),
            sum(p -> p.did().queue().unseen()),
            held()),
        new HintFigures.Flow(
            sum(p -> p.did().recent().minute().admitted()),
            sum(p -> p.did().recent().admittedSince()),
            sum(p -> p.did().queue().unforwarded()),
            measures.target()),
        new HintFigures.Load(tickMean(), measures.tickLimit(), measures.partitions()),
        measures.difference());
  }

  private Duration tickMean() {
    TickTimes ticks = TickTimes.over(policies.stream().map(p -> p.did().recent().ticks()).toList());
    return Duration.ofNanos(Math.round(ticks.meanMs() * 1e6));
  }

  /** Of all policies the one whose job could go for longest says what holds now. */
  private HintFigures.Held held() {
    PolicyTelemetry.Held oldest =
        policies.stream()
            .filter(p -> p.figures().waiting().oldestEligibleAt() != null)
            .min(Comparator.comparing(p -> p.figures().waiting().oldestEligibleAt()))
            .map(p -> p.did().queue().held())
            .orElse(new PolicyTelemetry.Held(null, 0));
    return new HintFigures.Held(topDenial(), oldest.by(), oldest.inFlight());
  }

  private @Nullable Reason topDenial() {
    Map<String, Long> denied = new TreeMap<>();
    policies.forEach(p ->
        p.figures().recent().deniedByReason().forEach((why, n) -> denied.merge(why, n, Long::sum)));
    return denied.entrySet().stream()
        .max(Map.Entry.comparingByValue())
        .map(top -> Reason.valueOf(top.getKey()))
        .orElse(null);
  }

  private long sum(ToLongFunction<Telemetry.Policy> figure) {
    return policies.stream().mapToLong(figure).sum();
  }
}
