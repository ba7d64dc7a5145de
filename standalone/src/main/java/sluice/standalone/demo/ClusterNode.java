package sluice.standalone.demo;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import sluice.client.Job;
import sluice.client.JobHandler;
import sluice.client.Outcome;

/**
 * Works as a cluster would: holds a job for its run time, then lets it meet its {@link Fate}. A job
 * that somebody staged by hand, without the demo's properties, is held for the shortest time and
 * succeeds. Thread-safe; one for each policy.
 */
final class ClusterNode implements JobHandler {

  private static final Duration BUSY = Duration.ofSeconds(1);

  private final DemoPolicy policy;
  private final WorkLog log;
  private final CountDownLatch stop;
  private final LongSupplier clock;

  /**
   * @param stop ends running jobs early, which then come back {@code later}
   * @param clock milliseconds since the epoch
   */
  ClusterNode(DemoPolicy policy, WorkLog log, CountDownLatch stop, LongSupplier clock) {
    this.policy = policy;
    this.log = log;
    this.stop = stop;
    this.clock = clock;
  }

  @Override
  public Outcome handle(Job job) throws JMSException {
    WorkLog.Begun begun = begun(job);
    log.began(policy, begun);
    @Nullable Fate fate = null;
    try {
      long runMs = number(job.message(), Submissions.RUN_MS, Schedule.SHORTEST.toMillis());
      boolean cutShort = isStoppedWithin(Math.min(runMs, Schedule.LONGEST.toMillis()));
      fate = cutShort ? Fate.LATER : fate(job);
      return cutShort ? Outcome.later(Duration.ZERO) : outcome(fate, job);
    } finally {
      log.ended(policy, begun.user(), fate == null ? Fate.FAILURE : fate);
    }
  }

  private WorkLog.Begun begun(Job job) throws JMSException {
    Message message = job.message();
    @Nullable String user = message.getStringProperty(Submissions.USER);
    @Nullable String clusterQueue = message.getStringProperty(Submissions.CLUSTER_QUEUE);
    long now = clock.getAsLong();
    long waitedMs = job.attempt() == 1 ? now - number(message, Submissions.SUBMITTED_AT, now) : -1;
    return new WorkLog.Begun(
        user == null ? job.namespace() : user,
        clusterQueue == null ? "none" : clusterQueue,
        job.admittedAt().getEpochSecond(),
        waitedMs);
  }

  private static Fate fate(Job job) throws JMSException {
    Message message = job.message();
    return message.propertyExists(Submissions.ROW)
        ? Fate.of(
            (int) number(message, Submissions.ROW, 0),
            (int) number(message, Submissions.ROUND, 0),
            job.attempt())
        : Fate.SUCCESS;
  }

  private static Outcome outcome(Fate fate, Job job) {
    return switch (fate) {
      case SUCCESS -> Outcome.success();
      case FAILURE -> Outcome.failure("node failed in attempt %d".formatted(job.attempt()));
      case LATER -> Outcome.later(BUSY);
      case REJECT -> Outcome.reject("the job's program is not installed on any node");
    };
  }

  private static long number(Message message, String property, long otherwise) throws JMSException {
    return message.propertyExists(property) ? message.getLongProperty(property) : otherwise;
  }

  private boolean isStoppedWithin(long milliseconds) {
    try {
      return stop.await(milliseconds, TimeUnit.MILLISECONDS);
    } catch (InterruptedException hurry) {
      Thread.currentThread().interrupt();
      return true;
    }
  }
}
