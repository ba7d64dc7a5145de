package sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static sluice.client.EmbeddedBroker.SOON;

import jakarta.jms.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(30)
class BrokerRestartTest {

  private static final String WORK = "work";

  @TempDir Path data;
  private EmbeddedBroker broker;
  private Worker worker;
  private final BlockingQueue<String> begun = new LinkedBlockingQueue<>();
  private final Semaphore permits = new Semaphore(0);

  @BeforeEach
  void start() throws Exception {
    broker = new EmbeddedBroker(data);
    worker =
        Worker.on(broker.factory(), WORK)
            .threads(2)
            .graceTime(SOON)
            .reconnectPauses(Duration.ofMillis(20), Duration.ofMillis(100))
            .start(job -> {
              begun.add(job.id());
              permits.acquire();
              return Outcome.success();
            });
  }

  @AfterEach
  void stop() throws Exception {
    permits.release(100);
    worker.close();
    broker.stop();
  }

  private void awaitBegun(String jobId) throws InterruptedException {
    assertThat(begun.poll(SOON.toMillis(), TimeUnit.MILLISECONDS)).isEqualTo(jobId);
  }

  private void assertCompleted(String jobId) throws Exception {
    Message sent = broker.take(WireFormat.COMPLETION_QUEUE);
    assertThat(sent.getStringProperty("sluice_job_id")).isEqualTo(jobId);
    assertThat(sent.getStringProperty("sluice_outcome")).isEqualTo("success");
  }

  @Test
  void an_idle_worker_goes_on_after_a_restart() throws Exception {
    String before = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(before);
    permits.release();
    assertCompleted(before);

    broker.stop();
    broker.startAgain();

    String after = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(after);
    permits.release();
    assertCompleted(after);
  }

  @Test
  void a_job_that_runs_during_a_restart_runs_once_and_is_completed() throws Exception {
    String job = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(job);

    broker.stop();
    broker.startAgain();
    String next = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(next); // by the other thread, which would have been given the first again
    permits.release(2);

    String first = broker.take(WireFormat.COMPLETION_QUEUE).getStringProperty("sluice_job_id");
    String second = broker.take(WireFormat.COMPLETION_QUEUE).getStringProperty("sluice_job_id");
    assertThat(new String[] {first, second}).containsExactlyInAnyOrder(job, next);
    assertThat(begun).isEmpty();
    assertThat(broker.depth(WORK)).isZero();
  }

  @Test
  void a_completion_waits_for_a_broker_that_is_away() throws Exception {
    String job = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(job);

    broker.stop();
    permits.release();
    await().atMost(SOON).until(() -> permits.availablePermits() == 0);
    broker.startAgain();

    assertCompleted(job);
  }

  @Test
  void heartbeats_go_on_after_a_restart() throws Exception {
    String job = broker.forward(WORK, Duration.ofMillis(900));
    awaitBegun(job);
    broker.take(WireFormat.HEARTBEAT_QUEUE);

    broker.stop();
    broker.startAgain();

    assertThat(broker.take(WireFormat.HEARTBEAT_QUEUE).getStringProperty("sluice_job_id"))
        .isEqualTo(job);
  }

  @Test
  void close_gives_a_job_up_whose_completion_nobody_takes() throws Exception {
    String job = broker.forward(WORK, Duration.ofMinutes(1));
    awaitBegun(job);
    broker.stop();
    permits.release();
    long begin = System.nanoTime();

    Thread.currentThread().interrupt(); // ends the grace time at once
    worker.close();

    assertThat(Thread.interrupted()).isTrue();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(SOON);
    broker.startAgain();
    assertThat(broker.depth(WORK)).as("its lease decides").isZero();
    assertThat(broker.depth(WireFormat.COMPLETION_QUEUE)).isZero();
  }
}
