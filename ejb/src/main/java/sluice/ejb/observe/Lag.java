package sluice.ejb.observe;

import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import sluice.core.settlement.LagBuckets;

/**
 * Queue lags (admitted to started) of the attempts of the last five minutes, as counts by bucket.
 *
 * @param attempts attempts by bucket of {@link LagBuckets}
 */
public record Lag(Map<Integer, Long> attempts) {
  /** All of them together. */
  public static Lag sum(Collection<Lag> lags) {
    Map<Integer, Long> all = new TreeMap<>();
    lags.forEach(lag -> lag.attempts().forEach((bucket, n) -> all.merge(bucket, n, Long::sum)));
    return new Lag(all);
  }

  /** What a part of the attempts did not exceed, in milliseconds; null without attempts. */
  public @Nullable Double percentileMs(double part) {
    return LagBuckets.percentile(attempts, part).map(d -> d.toNanos() / 1e6).orElse(null);
  }
}
