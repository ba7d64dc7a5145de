package sluice.standalone.demo;

import java.time.Duration;
import java.util.List;

/**
 * One pass over the trace: which jobs are due. It has no clock: the caller says how much time has
 * gone by since the begin of the round. For one thread.
 */
final class Round {

  /** From here on lateness is not made up for: the rest of the round is moved instead. */
  static final Duration MOST_LATE = Duration.ofSeconds(10);

  private final List<TraceJob> trace;
  private final Schedule schedule;
  private int next;
  private Duration moved = Duration.ZERO;

  Round(List<TraceJob> trace, Schedule schedule) {
    this.trace = trace;
    this.schedule = schedule;
  }

  /** Whether every job was sent. */
  boolean isOver() {
    return next >= trace.size();
  }

  /** The next jobs that should have been submitted by now, the same again until {@link #sent}. */
  List<TraceJob> due(Duration elapsed, int most) {
    int end = next;
    while (end < trace.size() && end - next < most && !isLaterThan(elapsed, end)) {
      end++;
    }
    return trace.subList(next, end);
  }

  /** So many of those that were due are sent. */
  void sent(int count) {
    next += count;
  }

  /** How long until the next job is due; zero when it is, or when there is none. */
  Duration untilDue(Duration elapsed) {
    return isOver() || !isLaterThan(elapsed, next)
        ? Duration.ZERO
        : submission(next).minus(elapsed);
  }

  /**
   * After a broker was away, or the machine asleep, the next job may be minutes late. Then the rest
   * of the round is moved so that it is due now, and the trace's own rhythm goes on instead of one
   * long burst. Being a little late is made up for.
   */
  void moveIfTooLate(Duration elapsed) {
    if (!isOver()) {
      Duration late = elapsed.minus(submission(next));
      if (late.compareTo(MOST_LATE) > 0) {
        moved = moved.plus(late);
      }
    }
  }

  private boolean isLaterThan(Duration elapsed, int index) {
    return submission(index).compareTo(elapsed) > 0;
  }

  private Duration submission(int index) {
    return schedule.submission(trace.get(index)).plus(moved);
  }
}
