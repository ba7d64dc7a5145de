package sluice.ejb.namespace;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A tenant and what it may have in flight.
 *
 * @param name its name
 * @param maxInFlight ceiling of its own; null: none
 * @param ceiling ceiling in force: its own, else the platform's default; null: there is none
 * @param inFlight jobs in flight over all policies
 * @param history how and when it came to be
 */
public record NamespaceState(
    String name,
    @Nullable Integer maxInFlight,
    @Nullable Integer ceiling,
    int inFlight,
    History history) {

  /**
   * How it came to be.
   *
   * @param origin {@code staged} or {@code manual}
   * @param createdAt when it was first seen
   */
  public record History(String origin, Instant createdAt) {}

  /** Where the ceiling comes from: {@code override} or {@code default}. */
  public String ceilingSource() {
    return maxInFlight == null ? "default" : "override";
  }

  /** Whether nothing is admitted, whatever is in flight. */
  public boolean suspended() {
    return ceiling != null && ceiling == 0;
  }
}
