package sluice.acceptance;

import jakarta.jms.ConnectionFactory;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.client.JobOptions;
import sluice.client.JobProducer;
import sluice.client.NewJob;
import sluice.client.Outcome;
import sluice.client.Worker;

/** Producers and workers of a running program. */
final class Jms {
  private final ActiveMQConnectionFactory factory;

  Jms(SluiceProcess sluice) {
    this(sluice.brokerUrl(), sluice.brokerPassword());
  }

  Jms(String url, String password) {
    String separator = url.contains("?") ? "&" : "?";
    factory =
        new ActiveMQConnectionFactory(
            url + separator + "callTimeout=10000&consumerWindowSize=0", "sluice", password);
  }

  ConnectionFactory factory() {
    return factory;
  }

  JobProducer producer() {
    return new JobProducer(factory);
  }

  JMSContext context() {
    return factory.createContext();
  }

  static NewJob job(String policy, String key, int number) {
    return NewJob.ofText(
        "job " + number,
        JobOptions.forPolicy(policy).property("key", key).property("number", number));
  }

  /**
   * Workers that hold each job for this time and write what they did into the log, with property
   * {@code key} as key.
   */
  Worker worker(String queue, int threads, Duration work, WorkLog log) {
    return Worker.on(factory, queue)
        .threads(threads)
        .start(job -> {
          long started = System.nanoTime();
          hold(started, work);
          log.add(
              new WorkLog.Run(
                  job.id(),
                  job.attempt(),
                  key(job.message()),
                  started,
                  System.nanoTime(),
                  job.admittedAt().toEpochMilli()));
          return Outcome.success();
        });
  }

  private static void hold(long started, Duration work) {
    long left = work.toNanos() - (System.nanoTime() - started);
    while (left > 0) {
      LockSupport.parkNanos(left);
      left = work.toNanos() - (System.nanoTime() - started);
    }
  }

  private static String key(Message message) throws JMSException {
    String key = message.getStringProperty("key");
    return key == null ? "" : key;
  }
}
