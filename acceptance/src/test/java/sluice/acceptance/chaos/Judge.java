package sluice.acceptance.chaos;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import sluice.acceptance.chaos.Attempt.Said;
import sluice.acceptance.chaos.Fault.Event;

/**
 * Compares what workers saw with what was promised. Knows nothing of the product's own counters.
 *
 * <p>An attempt after which another one of its job began had ended for Sluice before: it failed, or
 * it was declared lost. Its slot was certainly held until its first lease was over, however long
 * its worker went on; so far it counts. An attempt that no other one followed counts as long as it
 * ran.
 */
final class Judge {
  private static final long LEASE_NANOS = TestPolicy.LEASE_SECONDS * 1_000_000_000L;

  /** The instant of admission is known to the millisecond. */
  private static final long ROUNDING_NANOS = 3_000_000L;

  /** Until clients have noticed that what was away is back. */
  private static final long BACK_NANOS = 6_000_000_000L;

  private final List<TestPolicy> policies;
  private final List<Attempt> attempts;
  private final List<Event> events;
  private final Map<String, List<Attempt>> jobs = new HashMap<>();
  private final List<String> violations = new ArrayList<>();
  private final Map<String, Integer> lost = new TreeMap<>();

  Judge(List<TestPolicy> policies, List<Attempt> attempts, List<Event> events) {
    this.policies = policies;
    this.attempts = attempts;
    this.events = events;
    attempts.forEach(
        each -> jobs.computeIfAbsent(each.ticket().job(), job -> new ArrayList<>()).add(each));
    jobs.values()
        .forEach(list -> list.sort(Comparator.comparingInt(each -> each.ticket().attempt())));
  }

  /**
   * The verdict.
   *
   * @param accepted numbers that the broker took
   * @param unknown numbers of sends of which nobody can tell; they came or not
   */
  Verdict judge(BitSet accepted, BitSet unknown) {
    int done = judgeEndings(accepted, unknown);
    jobs.values().forEach(this::judgeJob);
    Occupancy occupancy = new Occupancy(policies);
    attempts.forEach(attempt -> occupancy.add(attempt, heldUntil(attempt)));
    List<Verdict.Peak> peaks = occupancy.peaks(violations);
    policies.forEach(policy -> new Buckets(policy).judge(attempts, violations));
    int again = (int) jobs.values().stream().filter(Judge::isDoneAgain).count();
    Verdict.Figures figures = new Verdict.Figures(done, attempts.size(), again);
    return new Verdict(figures, List.copyOf(violations), lost, peaks);
  }

  private static boolean isDoneAgain(List<Attempt> ofJob) {
    return ofJob.stream().filter(each -> each.outcome() == Said.SUCCESS).count() > 1;
  }

  /** Nothing lost, nothing made up, nothing staged twice; the number of jobs that were done. */
  private int judgeEndings(BitSet accepted, BitSet unknown) {
    Map<Integer, Set<String>> byNumber = new HashMap<>();
    BitSet done = new BitSet();
    for (Attempt attempt : attempts) {
      int number = attempt.ticket().number();
      byNumber.computeIfAbsent(number, n -> new HashSet<>()).add(attempt.ticket().job());
      if (attempt.outcome() == Said.SUCCESS) {
        done.set(number);
      }
    }
    BitSet missing = (BitSet) accepted.clone();
    missing.andNot(done);
    missing.stream()
        .limit(5)
        .forEach(n -> violations.add("lost: accepted job " + n + " never ended"));
    BitSet foreign = new BitSet();
    byNumber.keySet().forEach(foreign::set);
    foreign.andNot(accepted);
    foreign.andNot(unknown);
    foreign.stream().limit(5).forEach(n -> violations.add("job " + n + " was never sent"));
    byNumber.forEach((number, ids) -> {
      if (ids.size() > 1) {
        violations.add("job " + number + " was staged " + ids.size() + " times: " + ids);
      }
    });
    return done.cardinality();
  }

  private void judgeJob(List<Attempt> ofJob) {
    for (int i = 0; i + 1 < ofJob.size(); i++) {
      Attempt attempt = ofJob.get(i);
      Attempt next = ofJob.get(i + 1);
      if (attempt.ticket().attempt() == next.ticket().attempt()) {
        violations.add("begun twice: " + attempt + " and " + next);
      } else if (attempt.outcome() != Said.FAILURE) {
        judgeLoss(attempt, next);
      }
    }
  }

  private void judgeLoss(Attempt attempt, Attempt next) {
    long from = attempt.ticket().admitted().nanos();
    long to = next.ticket().admitted().nanos();
    if (to - from < LEASE_NANOS - ROUNDING_NANOS) {
      violations.add("lost before its lease was over: " + attempt + ", next " + next);
    }
    String why = why(attempt, from, to);
    lost.merge(why, 1, Integer::sum);
    if (why.isEmpty()) {
      violations.add("lost though nothing was wrong: " + attempt + ", next " + next);
    }
  }

  private String why(Attempt attempt, long from, long to) {
    String why = "";
    for (Event event : events) {
      boolean possible =
          switch (event.fault().loses()) {
            case NOTHING -> false;
            case WHAT_RUNS -> event.overlaps(from - BACK_NANOS, to);
            case WHAT_IT_HOLDS ->
                event.fault() == Fault.NODE_FREEZE
                    ? event.overlaps(from - BACK_NANOS, to)
                    : event.target().equals(attempt.worker()) && event.overlaps(from, to);
          };
      // A worker that was killed says more than an outage at the same time.
      if (possible && (why.isEmpty() || !event.target().isEmpty())) {
        why = event.fault().words();
      }
    }
    return why;
  }

  /** Until when its slot was held for certain. */
  private long heldUntil(Attempt attempt) {
    Attempt last = jobs.get(attempt.ticket().job()).getLast();
    if (last.ticket().attempt() == attempt.ticket().attempt()) {
      return attempt.ended();
    }
    return Math.min(
        attempt.ended(), attempt.ticket().admitted().nanos() + LEASE_NANOS - ROUNDING_NANOS);
  }
}
