package sluice.ejb.reject;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many messages this node sent to the rejected queue since it started, by the code of the
 * reason. Codes are few, so is what is kept. Thread-safe.
 */
@ApplicationScoped
public class Rejections {
  private final Map<String, LongAdder> byReason = new ConcurrentHashMap<>();

  /** The broker has taken a rejected message. */
  public void count(String reason) {
    byReason.computeIfAbsent(reason, r -> new LongAdder()).increment();
  }

  /** The counts now, by reason. */
  public Map<String, Long> byReason() {
    Map<String, Long> counts = new TreeMap<>();
    byReason.forEach((reason, count) -> counts.put(reason, count.sum()));
    return counts;
  }
}
