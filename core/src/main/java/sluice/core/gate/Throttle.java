package sluice.core.gate;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.expression.Setting;
import sluice.core.reason.Reason;

/**
 * At most {@code rate} jobs a {@code period}, and {@code burst} at once after a rest: a token
 * bucket in double precision, filled lazily, charged only for what was admitted. A rate of 0 denies
 * and asks again after one period.
 *
 * <p>{@code tokens(now) = min(tokens + elapsed · rate / period, capacity)}, capacity = max(burst,
 * 1), elapsed never below zero; whole tokens are counted with a tolerance of 1e-9, the fraction is
 * kept. In every window T it admits at most burst + rate · T / period. An empty bucket is asked
 * again at now + (1 − tokens) / rate · period.
 *
 * <p>Source: J. Turner, New directions in communications (or which way to the information age?),
 * IEEE Communications Magazine 24(10), 1986 (the leaky bucket as a meter); BEHAVIOUR.md C.2.
 *
 * @param name unique in the policy
 * @param key what tells partitions apart; null: one for the policy
 * @param rate jobs a period, ≥ 0
 * @param period the period
 * @param burst ≥ 1; null: max(1, ceil(rate))
 */
public record Throttle(
    String name,
    @Nullable Expression key,
    NumberSetting rate,
    DurationSetting period,
    @Nullable NumberSetting burst)
    implements GateRule {

  private static final double TOLERANCE = 1e-9;
  private static final double LONGEST_WAIT_MICROS = Duration.ofDays(3650).toSeconds() * 1e6;

  @Override
  public String type() {
    return "throttle";
  }

  @Override
  public Reason reason() {
    return Reason.THROTTLE;
  }

  @Override
  public SequencedMap<String, Setting> settings() {
    return new Settings().with("rate", rate).with("period", period).with("burst", burst).map();
  }

  @Override
  public boolean dynamic() {
    return !rate.constant() || !period.constant() || (burst != null && !burst.constant());
  }

  @Override
  public Limits limits(Context context) {
    Double jobs = rate.value(context);
    Double most = burst == null ? defaultBurst(jobs) : burst.value(context);
    return Limits.throttle(jobs, period.value(context), most);
  }

  @Override
  public Limits inForce(@Nullable Limits stored) {
    Limits last = stored == null ? Limits.NONE : stored;
    Double jobs = Settings.inForce(rate, last.rate());
    Double most = burst == null ? defaultBurst(jobs) : Settings.inForce(burst, last.burst());
    return Limits.throttle(jobs, Settings.inForce(period, last.periodMillis()), most);
  }

  @Override
  public Limits overridden(Limits limits, double limit) {
    Double most = burst == null ? defaultBurst(limit) : limits.burst();
    return Limits.throttle(limit, limits.periodMillis(), most);
  }

  @Override
  public PartitionState fresh(Limits limits, Instant now) {
    return limits.burst() == null
        ? PartitionState.EMPTY
        : PartitionState.EMPTY.withTokens(capacity(limits.burst()), now);
  }

  @Override
  public Verdict ask(PartitionState state, Limits limits, Instant now) {
    Verdict closed = state.closed(now);
    if (closed != null) {
      return closed;
    }
    Double jobs = limits.rate();
    Long millis = limits.periodMillis();
    if (jobs == null || millis == null || limits.burst() == null) {
      return Verdict.misconfigured(millis == null ? null : now.plusMillis(millis));
    }
    if (!(jobs > 0) || millis <= 0) {
      return new Verdict(0, Reason.THROTTLE, now.plusMillis(Math.max(millis, 1)));
    }
    double tokens = tokens(state, limits, now);
    double whole = Math.floor(tokens + TOLERANCE);
    if (whole >= 1) {
      return new Verdict((int) Math.min(whole, Integer.MAX_VALUE), Reason.THROTTLE, null);
    }
    return new Verdict(0, Reason.THROTTLE, now.plus(wait(tokens, jobs, millis)));
  }

  /**
   * Nothing changes when nothing was admitted, so a caller may skip the write; the one exception is
   * a stamp more than a period ahead of {@code now} (the clock was set back for good), which is
   * taken back to {@code now}, else the bucket would not fill until that time comes again. A stamp
   * that is ahead by less stays: its time was paid for already.
   */
  @Override
  public PartitionState charge(PartitionState state, Limits limits, int admitted, Instant now) {
    Instant stamp = state.refilledAt();
    Long millis = limits.periodMillis();
    boolean setBack =
        stamp != null && stamp.isAfter(now.plusMillis(millis == null ? 0 : Math.max(millis, 0)));
    if (admitted <= 0 && !setBack) {
      return state;
    }
    double capacity = capacity(limits.burst() == null ? 1 : limits.burst());
    double left = Math.clamp(tokens(state, limits, now) - Math.max(admitted, 0), 0, capacity);
    Instant at = stamp != null && stamp.isAfter(now) && !setBack ? stamp : now;
    return state.withInFlightChangedBy(Math.max(admitted, 0)).withTokens(left, at);
  }

  /** A bucket that was never used stays full; one counted later than that stays as it is. */
  @Override
  public PartitionState accrued(PartitionState state, Limits limits, Instant at) {
    Instant since = state.refilledAt();
    return since == null || !since.isBefore(at)
        ? state
        : state.withTokens(tokens(state, limits, at), at);
  }

  /** Tokens at this instant, 0 to capacity. For the console; {@link #ask} decides. */
  public double tokens(PartitionState state, Limits limits, Instant now) {
    double capacity = capacity(limits.burst() == null ? 1 : limits.burst());
    Instant since = state.refilledAt();
    if (since == null) {
      return capacity;
    }
    double held = state.tokens() > 0 ? state.tokens() : 0;
    Double jobs = limits.rate();
    Long millis = limits.periodMillis();
    if (jobs == null || millis == null || !(jobs > 0) || millis <= 0) {
      return Math.min(held, capacity);
    }
    return Math.min(held + secondsBetween(since, now) * 1000 / millis * jobs, capacity);
  }

  /** Of the bucket: tokens gone, of its capacity; a rate of 0 is a limit of 0. */
  @Override
  public Usage usage(PartitionState state, Limits limits, Instant now) {
    if (limits.rate() == null || limits.burst() == null) {
      return new Usage(0, null);
    }
    if (!(limits.rate() > 0)) {
      return new Usage(0, 0.0);
    }
    double capacity = capacity(limits.burst());
    return new Usage(capacity - tokens(state, limits, now), capacity);
  }

  /**
   * When the token of a job that far behind has come, if nobody else takes one; at a rate of 0 it
   * never comes by itself, although {@link #ask} is to be asked again.
   */
  @Override
  public @Nullable Instant notBefore(PartitionState state, Limits limits, int ahead, Instant now) {
    Instant opens = ask(state, limits, now).askAgainAt();
    Double jobs = limits.rate();
    Long millis = limits.periodMillis();
    if (jobs == null || millis == null) {
      return opens;
    }
    if (!(jobs > 0) || millis <= 0) {
      return null;
    }
    double left = tokens(state, limits, now) - ahead;
    Instant token = left + TOLERANCE >= 1 ? null : now.plus(wait(left, jobs, millis));
    return opens == null || (token != null && token.isAfter(opens)) ? token : opens;
  }

  /** Never negative; saturates instead of overflowing. */
  static double secondsBetween(Instant from, Instant to) {
    double seconds =
        (double) (to.getEpochSecond() - from.getEpochSecond())
            + (to.getNano() - from.getNano()) / 1e9;
    return Math.max(seconds, 0);
  }

  private static double capacity(double burst) {
    return burst >= 1 ? burst : 1;
  }

  private static @Nullable Double defaultBurst(@Nullable Double rate) {
    return rate == null ? null : Double.valueOf(Math.max(1, Math.ceil(rate)));
  }

  /**
   * In whole microseconds, the resolution of the database, rounded up so that the token is whole
   * when asked again.
   */
  private static Duration wait(double tokens, double rate, long periodMillis) {
    double micros = (1 - tokens) / rate * periodMillis * 1000;
    double rounded = Math.ceil(micros * (1 - 1e-12));
    return Duration.of((long) Math.clamp(rounded, 1, LONGEST_WAIT_MICROS), ChronoUnit.MICROS);
  }
}
