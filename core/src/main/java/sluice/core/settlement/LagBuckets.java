package sluice.core.settlement;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Buckets of queue lags: four to each doubling, so that a percentile read from counts is less than
 * a fifth above the true one, whatever the lags are. Bucket 0 holds up to 1 ms, bucket b holds up
 * to 2^(b/4) ms. Stateless.
 */
public final class LagBuckets {
  private static final int TO_A_DOUBLING = 4;

  private LagBuckets() {}

  /** The bucket of a lag in milliseconds, not below zero. */
  public static int of(long millis) {
    if (millis <= 1) {
      return 0;
    }
    int bucket = (int) Math.ceil(TO_A_DOUBLING * Math.log(millis) / Math.log(2));
    return bucket > 0 && upperMillis(bucket - 1) >= millis ? bucket - 1 : bucket;
  }

  /** The largest lag that a bucket holds, in milliseconds. */
  public static double upperMillis(int bucket) {
    return Math.pow(2, (double) bucket / TO_A_DOUBLING);
  }

  /**
   * The lag that a part of all attempts did not exceed, as its bucket's upper bound.
   *
   * @param attempts how many attempts are in each bucket
   * @param part above 0, at most 1
   * @return empty without attempts
   */
  public static Optional<Duration> percentile(Map<Integer, Long> attempts, double part) {
    SortedMap<Integer, Long> sorted = new TreeMap<>(attempts);
    long all = sorted.values().stream().mapToLong(n -> n).sum();
    long wanted = Math.max(1, (long) Math.ceil(all * part));
    long seen = 0;
    for (Map.Entry<Integer, Long> bucket : sorted.entrySet()) {
      seen += bucket.getValue();
      if (seen >= wanted) {
        return Optional.of(
            Duration.ofNanos(Math.round(upperMillis(bucket.getKey()) * 1_000_000.0)));
      }
    }
    return Optional.empty();
  }
}
