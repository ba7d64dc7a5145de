package sluice.standalone.demo;

import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** Counts for one policy. Not thread-safe: {@link WorkLog} guards it. */
final class Tally {

  /**
   * The counts at an instant.
   *
   * @param submitted jobs that the broker took
   * @param ended attempts by how they ended
   * @param atOnce jobs in flight
   * @param mostInOneSecond by cluster queue, the most that were admitted within one second
   * @param waits from submission to the first attempt
   */
  record Figures(
      long submitted,
      Map<Fate, Long> ended,
      AtOnce atOnce,
      Map<String, Integer> mostInOneSecond,
      Waits waits) {

    /** All attempts that are over. */
    long allEnded() {
      return ended.values().stream().mapToLong(Long::longValue).sum();
    }
  }

  /** In flight now, the most ever, and the most ever of one user, who had them. */
  record AtOnce(int now, int most, int mostOfOneUser, String thatUser) {}

  /**
   * Mean seconds from submission to the first attempt, of the user who submitted most and of the
   * others.
   */
  record Waits(String busiestUser, double itsSeconds, double othersSeconds) {}

  private static final class Wait {
    private long submitted;
    private long count;
    private long millis;
  }

  /** An attempt may be begun that long after others that were admitted later. */
  private static final int SECONDS_KEPT = 120;

  private long submitted;
  private final Map<Fate, Long> ended = new EnumMap<>(Fate.class);
  private int now;
  private int most;
  private final Map<String, Integer> nowByUser = new HashMap<>();
  private int mostOfOneUser;
  private String thatUser = "nobody";
  private final Map<String, TreeMap<Long, Integer>> bySecond = new HashMap<>();
  private final Map<String, Integer> mostInOneSecond = new TreeMap<>();
  private final Map<String, Wait> waits = new HashMap<>();

  void submitted(String user) {
    submitted++;
    waitOf(user).submitted++;
  }

  void began(WorkLog.Begun begun) {
    now++;
    most = Math.max(most, now);
    int ofUser = nowByUser.merge(begun.user(), 1, Integer::sum);
    if (ofUser > mostOfOneUser) {
      mostOfOneUser = ofUser;
      thatUser = begun.user();
    }
    TreeMap<Long, Integer> seconds =
        bySecond.computeIfAbsent(begun.clusterQueue(), queue -> new TreeMap<>());
    int inSecond = seconds.merge(begun.admittedSecond(), 1, Integer::sum);
    mostInOneSecond.merge(begun.clusterQueue(), inSecond, Math::max);
    if (seconds.size() > SECONDS_KEPT) {
      seconds.pollFirstEntry();
    }
    if (begun.waitedMs() >= 0) {
      Wait wait = waitOf(begun.user());
      wait.count++;
      wait.millis += begun.waitedMs();
    }
  }

  void ended(String user, Fate fate) {
    now--;
    nowByUser.merge(user, -1, Integer::sum);
    ended.merge(fate, 1L, Long::sum);
  }

  Figures figures() {
    return new Figures(
        submitted,
        Map.copyOf(ended),
        new AtOnce(now, most, mostOfOneUser, thatUser),
        new TreeMap<>(mostInOneSecond),
        waits());
  }

  private Wait waitOf(String user) {
    return waits.computeIfAbsent(user, newcomer -> new Wait());
  }

  private Waits waits() {
    String busiest = "nobody";
    Wait its = new Wait();
    Wait all = new Wait();
    for (Map.Entry<String, Wait> entry : waits.entrySet()) {
      Wait wait = entry.getValue();
      all.count += wait.count;
      all.millis += wait.millis;
      if (wait.submitted > its.submitted) {
        busiest = entry.getKey();
        its = wait;
      }
    }
    return new Waits(
        busiest,
        meanSeconds(its.millis, its.count),
        meanSeconds(all.millis - its.millis, all.count - its.count));
  }

  private static double meanSeconds(long millis, long count) {
    return count == 0 ? 0 : millis / 1000.0 / count;
  }
}
