package sluice.acceptance.chaos;

import jakarta.jms.JMSException;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import sluice.acceptance.chaos.Attempt.Admitted;
import sluice.acceptance.chaos.Attempt.Place;
import sluice.acceptance.chaos.Attempt.Said;
import sluice.acceptance.chaos.Attempt.Ticket;
import sluice.client.Job;
import sluice.client.Outcome;
import sluice.client.Worker;

/**
 * A process of workers, as a user would write it, that says on standard output what it begins and
 * ends. How long a job takes follows from its number: a few milliseconds, sometimes seconds, now
 * and then longer than the lease. Of {@code chaos-both} every fiftieth job fails at first.
 */
final class WorkerMain {
  private static final PrintStream OUT =
      new PrintStream(
          new java.io.FileOutputStream(java.io.FileDescriptor.out), true, StandardCharsets.UTF_8);

  private WorkerMain() {}

  /** Arguments: broker URL, password, threads a queue. Ends with its standard input. */
  public static void main(String[] arguments) throws IOException {
    List<Worker> workers = new ArrayList<>();
    // Open as long as the process is: it ends by a signal or with the suite.
    @SuppressWarnings("resource")
    ActiveMQConnectionFactory factory =
        new ActiveMQConnectionFactory(
            arguments[0] + "?consumerWindowSize=0&callTimeout=5000", "sluice", arguments[1]);
    for (TestPolicy policy : TestPolicy.all()) {
      workers.add(
          Worker.on(factory, policy.queue())
              .threads(Integer.parseInt(arguments[2]))
              .reconnectPauses(Duration.ofMillis(200), Duration.ofSeconds(1))
              .start(WorkerMain::work));
    }
    OUT.println("ready");
    while (System.in.read() >= 0) {
      // Until the suite is gone.
    }
    Runtime.getRuntime().halt(0);
  }

  private static Outcome work(Job job) throws JMSException {
    Ticket ticket = ticket(job);
    long began = System.nanoTime();
    say(Attempt.beginLine(ticket, began));
    long until = began + millis(ticket.number()) * 1_000_000L;
    while (System.nanoTime() - until < 0) {
      LockSupport.parkNanos(until - System.nanoTime());
    }
    boolean fails =
        ticket.attempt() == 1
            && ticket.number() % 50 == 7
            && ticket.place().policy().equals("chaos-both");
    say(Attempt.endLine(ticket, fails ? Said.FAILURE : Said.SUCCESS, System.nanoTime()));
    return fails ? Outcome.failure("as planned") : Outcome.success();
  }

  private static void say(String line) {
    OUT.println(line);
  }

  static Ticket ticket(Job job) throws JMSException {
    long admitted = job.admittedAt().toEpochMilli();
    long sinceAdmitted = System.currentTimeMillis() - admitted;
    return new Ticket(
        job.id(),
        job.attempt(),
        job.message().getIntProperty("number"),
        new Place(job.policy(), job.namespace(), job.message().getStringProperty("key")),
        new Admitted(admitted, System.nanoTime() - sinceAdmitted * 1_000_000L));
  }

  private static int millis(int number) {
    int dice = Math.floorMod(number * 0x9E3779B1, 10_000);
    if (dice < 2) {
      return (TestPolicy.LEASE_SECONDS + 3) * 1000;
    }
    return dice < 10 ? 3_000 : 2 + dice % 25;
  }
}
