package sluice.acceptance.chaos;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sluice.acceptance.chaos.TestPolicy.Throttle;

/**
 * Fills a token bucket as a throttle's settings say and takes a token for every admission that a
 * worker saw. It is short of one exactly if some window of some length holds more than burst + rate
 * × length.
 */
final class Buckets {
  /** Admissions are known to the millisecond: what a bucket earns in one may be missing here. */
  private static final double ROUNDING_SECONDS = 0.002;

  private final TestPolicy policy;

  Buckets(TestPolicy policy) {
    this.policy = policy;
  }

  void judge(List<Attempt> attempts, List<String> violations) {
    for (Throttle throttle : policy.throttles()) {
      Map<String, long[]> admissions = new HashMap<>();
      Map<String, Integer> counts = new HashMap<>();
      for (Attempt attempt : attempts) {
        if (attempt.ticket().place().policy().equals(policy.name())) {
          String key = throttle.perKey() ? attempt.ticket().place().key() : "(all)";
          int count = counts.merge(key, 1, Integer::sum);
          long[] old = admissions.getOrDefault(key, new long[0]);
          long[] room = count > old.length ? Arrays.copyOf(old, count * 2) : old;
          room[count - 1] = attempt.ticket().admitted().millis();
          admissions.put(key, room);
        }
      }
      admissions.forEach((key, at) -> {
        double least = least(throttle, Arrays.copyOf(at, counts.get(key)));
        if (least < -throttle.perSecond() * ROUNDING_SECONDS - 1e-6) {
          violations.add(
              "over the rate: %s %s was short of %.2f tokens"
                  .formatted(throttle.name(), key, -least));
        }
      });
    }
  }

  /** How low the bucket falls. */
  private static double least(Throttle throttle, long[] millis) {
    Arrays.sort(millis);
    double tokens = throttle.burst();
    double least = tokens;
    long at = millis[0];
    for (long each : millis) {
      tokens = Math.min(throttle.burst(), tokens + (each - at) / 1000.0 * throttle.perSecond());
      at = each;
      tokens -= 1;
      least = Math.min(least, tokens);
    }
    return least;
  }
}
