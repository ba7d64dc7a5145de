package sluice.core.gate;

import java.time.Duration;
import java.time.Instant;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.EvaluationFailed;
import sluice.core.expression.Expression;
import sluice.core.expression.Setting;
import sluice.core.reason.Reason;

/**
 * A limit on jobs in flight that tunes itself by the queue lag (admitted to started): additive
 * increase, multiplicative decrease. With C the current max, E the average lag, lag the newest one:
 *
 * <ul>
 *   <li>{@code E' = E · (1 − α) + α · lag}; the comparison uses the new average, and equality is
 *       healthy
 *   <li>failure: {@code C' = floor(C · f)}, but only when failures are at least a tenth of the
 *       window's outcomes, so that one bad job among many does not halve the limit
 *   <li>else {@code E' > target}: {@code C' = floor(C · s)}
 *   <li>else {@code C' = C + 1}, but only while at least half of C is in use: a quiet partition
 *       proves nothing
 *   <li>at most one decrease a window, window = max(target, 1 s), so that failures of one cause
 *       count once; C' stays within min and max
 * </ul>
 *
 * With nothing in flight it lets at least initialMax go, since without jobs there would be no
 * outcomes to recover by.
 *
 * <p>Source: D.-M. Chiu, R. Jain, Analysis of the increase and decrease algorithms for congestion
 * avoidance in computer networks, Computer Networks and ISDN Systems 17, 1989; RFC 7661 (growth
 * only when the window is used); BEHAVIOUR.md C.6.
 *
 * @param name unique in the policy
 * @param key what tells partitions apart; null: one for the policy
 * @param limits as written
 * @param feedback how strongly it reacts
 */
public record AdaptiveConcurrency(
    String name, @Nullable Expression key, AdaptiveSettings limits, Feedback feedback)
    implements GateRule {

  private static final Duration SHORTEST_WINDOW = Duration.ofSeconds(1);
  private static final double TOLERANCE = 1e-9;

  @Override
  public String type() {
    return "adaptiveConcurrency";
  }

  @Override
  public Reason reason() {
    return Reason.ADAPTIVE;
  }

  @Override
  public SequencedMap<String, Setting> settings() {
    return new Settings()
        .with("initialMax", limits.initialMax())
        .with("targetLag", limits.targetLag())
        .with("min", limits.min())
        .with("max", limits.max())
        .map();
  }

  @Override
  public boolean dynamic() {
    return !limits.initialMax().constant()
        || !limits.targetLag().constant()
        || !limits.min().constant()
        || (limits.max() != null && !limits.max().constant());
  }

  @Override
  public Limits limits(Context context) {
    Double initial = limits.initialMax().value(context);
    Double least = limits.min().value(context);
    Double most = limits.max() == null ? Double.valueOf(MAX_LIMIT) : limits.max().value(context);
    if (least != null && initial != null && initial < least) {
      throw outOfOrder(limits.initialMax(), initial, "at least min (" + least + ")");
    }
    if (most != null && initial != null && initial > most) {
      throw outOfOrder(limits.initialMax(), initial, "at most max (" + most + ")");
    }
    if (most != null && least != null && least > most) {
      throw outOfOrder(limits.min(), least, "at most max (" + most + ")");
    }
    return Limits.adaptive(
        most, new AdaptiveLimits(initial, limits.targetLag().value(context), least));
  }

  private static EvaluationFailed outOfOrder(Setting setting, double value, String allowed) {
    return new EvaluationFailed(
        setting.source(),
        setting.properties(),
        "gives " + value + ", which is not allowed; " + allowed + " is");
  }

  @Override
  public Limits inForce(@Nullable Limits stored) {
    AdaptiveLimits last =
        stored == null || stored.adaptive() == null ? AdaptiveLimits.NONE : stored.adaptive();
    Double most =
        limits.max() == null
            ? Double.valueOf(MAX_LIMIT)
            : Settings.inForce(limits.max(), stored == null ? null : stored.max());
    return Limits.adaptive(
        most,
        new AdaptiveLimits(
            Settings.inForce(limits.initialMax(), last.initialMax()),
            Settings.inForce(limits.targetLag(), last.targetLagMillis()),
            Settings.inForce(limits.min(), last.min())));
  }

  /** Set by hand it no longer tunes itself: initialMax, min and max are one. */
  @Override
  public Limits overridden(Limits resolved, double limit) {
    Long target = resolved.adaptive() == null ? null : resolved.adaptive().targetLagMillis();
    return Limits.adaptive(limit, new AdaptiveLimits(limit, target == null ? 1L : target, limit));
  }

  @Override
  public PartitionState fresh(Limits resolved, Instant now) {
    Double initial = resolved.adaptive() == null ? null : resolved.adaptive().initialMax();
    return initial == null
        ? PartitionState.EMPTY
        : PartitionState.EMPTY.withAdaptation(
            new Adaptation(whole(initial), 0, 0, RecentOutcomes.NONE));
  }

  @Override
  public Verdict ask(PartitionState state, Limits resolved, Instant now) {
    Verdict closed = state.closed(now);
    if (closed != null) {
      return closed;
    }
    Numbers numbers = Numbers.of(resolved);
    if (numbers == null) {
      return Verdict.misconfigured(null);
    }
    return Verdict.ofSlots(numbers.cap(state), state.used(), Reason.ADAPTIVE);
  }

  @Override
  public Usage usage(PartitionState state, Limits resolved, Instant now) {
    Numbers numbers = Numbers.of(resolved);
    return new Usage(state.used(), numbers == null ? null : Double.valueOf(numbers.cap(state)));
  }

  @Override
  public PartitionState charge(PartitionState state, Limits resolved, int admitted, Instant now) {
    return admitted <= 0 ? state : state.withInFlightChangedBy(admitted);
  }

  /**
   * The state after an attempt ended. The attempt is still counted in flight: its slot is released
   * afterwards. With a limit that has no value nothing is learned.
   */
  public PartitionState observe(PartitionState state, Limits resolved, Observation observation) {
    Numbers numbers = Numbers.of(resolved);
    if (numbers == null) {
      return state;
    }
    Adaptation before = state.adaptation();
    Duration window = numbers.window();
    Instant now = observation.now();
    double lag = Math.max(observation.lagMillis(), 0);
    double known = before.ewmaLagMillis() > 0 ? before.ewmaLagMillis() : 0;
    double average = known * (1 - feedback.ewmaAlpha()) + feedback.ewmaAlpha() * lag;
    RecentOutcomes recent = before.recent().with(observation.failed(), now, window);
    int cap = numbers.within(before.currentMax());
    int next = cap;
    CapChange.Cause cause = null;
    if (observation.failed() || average > numbers.targetMillis()) {
      boolean due = !observation.failed() || recent.failing();
      if (due && recent.mayDecrease(now, window)) {
        next = decreased(cap, observation.failed());
        cause = observation.failed() ? CapChange.Cause.FAILURES : CapChange.Cause.LAG;
        recent = recent.decreased(now);
      }
    } else if (2L * state.used() >= cap) {
      next = cap + 1;
      cause = CapChange.Cause.GROWTH;
    }
    int current = numbers.within(next);
    CapChange change =
        cause == null || current == cap ? before.change() : new CapChange(cap, cause, now);
    return state.withAdaptation(
        new Adaptation(current, average, before.sampleCount() + 1, recent, change));
  }

  private int decreased(int cap, boolean failed) {
    double factor = failed ? feedback.failureDecreaseFactor() : feedback.overloadDecreaseFactor();
    return (int) Math.floor(cap * factor + TOLERANCE);
  }

  private static int whole(double number) {
    return (int) Math.clamp(Math.floor(number), 0, MAX_LIMIT);
  }

  /** The limits as the whole numbers that the arithmetic works on. */
  private record Numbers(int initial, int least, int most, long targetMillis) {

    static @Nullable Numbers of(Limits limits) {
      AdaptiveLimits adaptive = limits.adaptive();
      Double most = limits.max();
      if (adaptive == null || most == null) {
        return null;
      }
      Double initial = adaptive.initialMax();
      Double least = adaptive.min();
      Long target = adaptive.targetLagMillis();
      return initial == null || least == null || target == null
          ? null
          : new Numbers(whole(initial), whole(least), whole(most), target);
    }

    /** How many may be in flight at present. */
    int cap(PartitionState state) {
      int cap = within(state.adaptation().currentMax());
      return state.used() == 0 ? Math.min(Math.max(cap, initial), most) : cap;
    }

    /** The ceiling goes before the floor. */
    int within(int cap) {
      return Math.min(Math.max(cap, least), most);
    }

    Duration window() {
      Duration target = Duration.ofMillis(Math.max(targetMillis, 0));
      return target.compareTo(SHORTEST_WINDOW) > 0 ? target : SHORTEST_WINDOW;
    }
  }
}
