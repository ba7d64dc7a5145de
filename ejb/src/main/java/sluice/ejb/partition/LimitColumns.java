package sluice.ejb.partition;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.AdaptiveLimits;
import sluice.core.gate.Limits;
import sluice.sql.BoundStatement;
import sluice.sql.Row;

/**
 * Limits of many partitions as the arrays that statements take: rates, periods, bursts, maxes,
 * initials, targets, mins.
 */
public final class LimitColumns {
  private final List<@Nullable Limits> limits;

  private LimitColumns(Collection<? extends @Nullable Limits> limits) {
    this.limits = new ArrayList<>(limits);
  }

  /** The columns of these limits, in order; null = the policy says them. */
  public static LimitColumns of(Collection<? extends @Nullable Limits> limits) {
    return new LimitColumns(limits);
  }

  /** Binds the seven arrays. */
  public BoundStatement bind(BoundStatement statement) throws SQLException {
    return statement
        .reals("rates", column(Limits::rate).toArray(new Double[0]))
        .bigints("periods", column(Limits::periodMillis).toArray(new Long[0]))
        .reals("bursts", column(Limits::burst).toArray(new Double[0]))
        .reals("maxes", column(Limits::max).toArray(new Double[0]))
        .reals("initials", adaptive(AdaptiveLimits::initialMax).toArray(new Double[0]))
        .bigints("targets", adaptive(AdaptiveLimits::targetLagMillis).toArray(new Long[0]))
        .reals("mins", adaptive(AdaptiveLimits::min).toArray(new Double[0]));
  }

  private <T> List<@Nullable T> column(Function<Limits, @Nullable T> field) {
    List<@Nullable T> values = new ArrayList<>();
    for (Limits one : limits) {
      values.add(one == null ? null : field.apply(one));
    }
    return values;
  }

  private <T> List<@Nullable T> adaptive(Function<AdaptiveLimits, @Nullable T> field) {
    return column(one -> {
      AdaptiveLimits adaptive = one.adaptive();
      return adaptive == null ? null : field.apply(adaptive);
    });
  }

  /** The limits that one partition's row says. */
  static Limits read(Row row) throws SQLException {
    return limits(
        new Limits(
            row.realOrNull("rate"),
            row.bigintOrNull("period_ms"),
            row.realOrNull("burst"),
            row.realOrNull("max"),
            null),
        row.realOrNull("initial_max"),
        row.bigintOrNull("target_lag_ms"),
        row.realOrNull("min_max"));
  }

  /** The limits that an arrival brought along, one for each partition it names. */
  public static List<Limits> readArrival(Row row) throws SQLException {
    @Nullable Double[] rates = row.reals("limit_rates");
    @Nullable Long[] periods = row.bigintsOrNulls("limit_periods");
    @Nullable Double[] bursts = row.reals("limit_bursts");
    @Nullable Double[] maxes = row.reals("limit_maxes");
    @Nullable Double[] initials = row.reals("limit_initials");
    @Nullable Long[] targets = row.bigintsOrNulls("limit_targets");
    @Nullable Double[] mins = row.reals("limit_mins");
    List<Limits> read = new ArrayList<>();
    for (int i = 0; i < rates.length; i++) {
      read.add(
          limits(
              new Limits(rates[i], periods[i], bursts[i], maxes[i], null),
              initials[i],
              targets[i],
              mins[i]));
    }
    return read;
  }

  private static Limits limits(
      Limits plain, @Nullable Double initial, @Nullable Long target, @Nullable Double min) {
    return initial == null && target == null && min == null
        ? plain
        : new Limits(
            plain.rate(),
            plain.periodMillis(),
            plain.burst(),
            plain.max(),
            new AdaptiveLimits(initial, target, min));
  }
}
