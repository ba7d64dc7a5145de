package sluice.standalone.demo;

import java.util.EnumMap;
import java.util.Map;

/**
 * What producer and workers of the demo have seen themselves, a {@link Tally} for each policy. It
 * takes nothing from Sluice's own figures, so it is a second opinion on them. Thread-safe.
 *
 * <p>A worker's job is in flight from the call of its handler to the return, which lies within the
 * time that Sluice counts it. So the most at once that are counted here can't be above a limit that
 * holds.
 */
final class WorkLog {

  /**
   * An attempt that a worker has begun.
   *
   * @param admittedSecond of the epoch, by the database's clock
   * @param waitedMs since its submission; below 0 for a later attempt, which says nothing
   */
  record Begun(String user, String clusterQueue, long admittedSecond, long waitedMs) {}

  private final Map<DemoPolicy, Tally> tallies = new EnumMap<>(DemoPolicy.class);

  WorkLog() {
    for (DemoPolicy policy : DemoPolicy.values()) {
      tallies.put(policy, new Tally());
    }
  }

  /** The broker has one more job. */
  synchronized void submitted(DemoPolicy policy, String user) {
    tally(policy).submitted(user);
  }

  /** A worker begins an attempt. */
  synchronized void began(DemoPolicy policy, Begun begun) {
    tally(policy).began(begun);
  }

  /** A worker is through with an attempt. */
  synchronized void ended(DemoPolicy policy, String user, Fate fate) {
    tally(policy).ended(user, fate);
  }

  /** All figures at one instant. */
  synchronized Map<DemoPolicy, Tally.Figures> figures() {
    Map<DemoPolicy, Tally.Figures> figures = new EnumMap<>(DemoPolicy.class);
    tallies.forEach((policy, tally) -> figures.put(policy, tally.figures()));
    return figures;
  }

  private Tally tally(DemoPolicy policy) {
    Tally tally = tallies.get(policy);
    if (tally == null) {
      throw new IllegalStateException("no tally of " + policy);
    }
    return tally;
  }
}
