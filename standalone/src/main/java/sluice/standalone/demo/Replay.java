package sluice.standalone.demo;

import jakarta.jms.JMSRuntimeException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sluice.client.JobProducer;

/**
 * Submits the trace to the intake at its own rhythm, by the monotonic clock. What is due together
 * goes in one transaction. While the broker is away the same jobs are tried again; their keys make
 * a second copy a duplicate. Used by one thread.
 */
final class Replay {

  private static final Logger LOG = System.getLogger(Replay.class.getName());
  private static final int BATCH = 500;

  /** Jobs that are due within so short a time share a transaction. */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final List<TraceJob> trace;
  private final Submissions submissions;
  private final JobProducer producer;
  private final WorkLog log;
  private final CountDownLatch stop;

  Replay(
      List<TraceJob> trace,
      Submissions submissions,
      JobProducer producer,
      WorkLog log,
      CountDownLatch stop) {
    this.trace = trace;
    this.submissions = submissions;
    this.producer = producer;
    this.log = log;
    this.stop = stop;
  }

  /**
   * Plays the trace once, to its end or until the stop.
   *
   * @throws InterruptedException when it shall hurry
   */
  void play(int number) throws InterruptedException {
    Round round = new Round(trace, submissions.schedule());
    long begin = System.nanoTime();
    boolean stopped = stop.getCount() == 0;
    while (!stopped && !round.isOver()) {
      Duration elapsed = Duration.ofNanos(System.nanoTime() - begin);
      round.moveIfTooLate(elapsed);
      List<TraceJob> due = round.due(elapsed, BATCH);
      if (due.isEmpty()) {
        Duration pause = round.untilDue(elapsed);
        stopped = isStoppedWithin(pause.compareTo(TOGETHER) < 0 ? TOGETHER : pause);
      } else if (trySend(due, number)) {
        round.sent(due.size());
      } else {
        stopped = isStoppedWithin(PAUSE);
      }
    }
  }

  private boolean trySend(List<TraceJob> due, int number) {
    try {
      producer.sendAll(due.stream().map(job -> submissions.job(job, number)).toList());
      due.forEach(job -> log.submitted(DemoPolicy.of(job), job.user()));
      return true;
    } catch (JMSRuntimeException fault) {
      LOG.log(
          Level.WARNING,
          "demo submitted=false jobs=%d retry_in_ms=%d cause=\"%s\""
              .formatted(due.size(), PAUSE.toMillis(), fault));
      return false;
    }
  }

  private boolean isStoppedWithin(Duration pause) throws InterruptedException {
    return stop.await(pause.toNanos(), TimeUnit.NANOSECONDS);
  }
}
