package sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.params.provider.Arguments.arguments;
import static sluice.client.EmbeddedBroker.SOON;

import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.Message;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(30)
class WorkerTest {

  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final AtomicInteger TEST = new AtomicInteger();

  @TempDir static Path data;
  private static EmbeddedBroker broker;

  private final BlockingQueue<Job> begun = new LinkedBlockingQueue<>();
  private final CountDownLatch release = new CountDownLatch(1);
  private String work;
  private String completion;
  private String heartbeat;
  private @Nullable Worker worker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = new EmbeddedBroker(data);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.stop();
  }

  @BeforeEach
  void nameQueues() {
    int test = TEST.incrementAndGet();
    work = "work." + test;
    completion = "completion." + test;
    heartbeat = "heartbeat." + test;
  }

  @AfterEach
  void closeWorker() {
    release.countDown();
    if (worker != null) {
      worker.close();
    }
  }

  private Worker.Builder onWork() {
    return Worker.on(broker.factory(), work)
        .queues(completion, heartbeat)
        .graceTime(SOON)
        .reconnectPauses(Duration.ofMillis(20), Duration.ofMillis(100));
  }

  /** Begins, then waits to be released. */
  private Outcome hold(Job job) throws InterruptedException {
    begun.add(job);
    release.await();
    return Outcome.success();
  }

  private Job awaitBegun() throws InterruptedException {
    Job job = begun.poll(SOON.toMillis(), TimeUnit.MILLISECONDS);
    assertThat(job).as("a job that was begun").isNotNull();
    return job;
  }

  static Stream<Arguments> outcomes() {
    return Stream.of(
        arguments(Outcome.success(), Map.of("sluice_outcome", "success")),
        arguments(
            Outcome.failure("smtp 451"),
            Map.of("sluice_outcome", "failure", "sluice_error", "smtp 451")),
        arguments(
            Outcome.failure("http 429", Duration.ofSeconds(3)),
            Map.of(
                "sluice_outcome", "failure",
                "sluice_error", "http 429",
                "sluice_retry_after_ms", 3_000L)),
        arguments(
            Outcome.reject("no address"),
            Map.of("sluice_outcome", "reject", "sluice_error", "no address")),
        arguments(
            Outcome.later(Duration.ofMinutes(2)),
            Map.of("sluice_outcome", "later", "sluice_retry_after_ms", 120_000L)),
        arguments(Outcome.later(Duration.ZERO), Map.of("sluice_outcome", "later")));
  }

  @ParameterizedTest
  @MethodSource("outcomes")
  void reports_each_outcome_as_the_contract_names_it(Outcome outcome, Map<String, ?> expected)
      throws JMSException {
    worker = onWork().start(job -> outcome);
    Instant before = Instant.now();
    String jobId = broker.forward(work, LEASE);

    Message message = broker.take(completion);
    long startedAt = message.getLongProperty("sluice_started_at");
    long finishedAt = message.getLongProperty("sluice_finished_at");
    assertThat(startedAt).isBetween(before.toEpochMilli(), finishedAt);
    assertThat(finishedAt).isLessThanOrEqualTo(Instant.now().toEpochMilli());
    Map<String, Object> all = new HashMap<>(expected);
    all.put("sluice_job_id", jobId);
    all.put("sluice_attempt", 1);
    all.put("sluice_started_at", startedAt);
    all.put("sluice_finished_at", finishedAt);
    assertThat(sluiceProperties(message)).isEqualTo(all);
  }

  @Test
  void gives_the_handler_what_sluice_wrote_on_the_message() throws Exception {
    worker = onWork().start(this::hold);
    Instant admittedAt = Instant.ofEpochMilli(Instant.now().toEpochMilli());
    String jobId =
        broker.forward(
            work,
            LEASE,
            admittedAt,
            context -> {
              Message message = context.createTextMessage("Hello");
              message.setStringProperty("sluice_job_key", "order-17");
              return message;
            });

    Job job = awaitBegun();

    assertThat(job)
        .isEqualTo(
            new Job(jobId, 1, "mails", "acme", "order-17", admittedAt, LEASE, job.message()));
    assertThat(job.message().getBody(String.class)).isEqualTo("Hello");
  }

  @Test
  void gives_the_handler_a_body_of_any_size() throws JMSException {
    byte[] large = new byte[500_000];
    Arrays.fill(large, (byte) 7);
    worker =
        onWork()
            .start(job ->
                Arrays.equals(job.message().getBody(byte[].class), large)
                    ? Outcome.success()
                    : Outcome.reject("other bytes"));
    broker.forward(
        work,
        LEASE,
        Instant.now(),
        context -> {
          var message = context.createBytesMessage();
          message.writeBytes(large);
          return message;
        });

    assertThat(broker.take(completion).getStringProperty("sluice_outcome")).isEqualTo("success");
  }

  @Test
  void reports_an_exception_as_failure_with_its_causes() throws JMSException {
    worker =
        onWork()
            .start(job -> {
              throw new IllegalStateException("no mail", new java.io.IOException("smtp gone"));
            });
    broker.forward(work, LEASE);

    Message sent = broker.take(completion);
    assertThat(sent.getStringProperty("sluice_outcome")).isEqualTo("failure");
    assertThat(sent.getStringProperty("sluice_error"))
        .isEqualTo(
            """
            java.lang.IllegalStateException: no mail
            caused by java.io.IOException: smtp gone\
            """);
  }

  @Test
  void cuts_the_text_of_an_exception() throws JMSException {
    worker =
        onWork()
            .start(job -> {
              throw new Exception("x".repeat(10_000));
            });
    broker.forward(work, LEASE);

    assertThat(broker.take(completion).getStringProperty("sluice_error")).hasSize(4_000);
  }

  @Test
  void goes_on_after_an_error_and_after_an_interrupted_thread() throws JMSException {
    AtomicInteger calls = new AtomicInteger();
    worker =
        onWork()
            .start(job -> {
              switch (calls.getAndIncrement()) {
                case 0 -> throw new StackOverflowError();
                case 1 -> Thread.currentThread().interrupt();
                default -> {}
              }
              return Outcome.success();
            });
    broker.forward(work, LEASE);
    broker.forward(work, LEASE);
    broker.forward(work, LEASE);

    assertThat(broker.take(completion).getStringProperty("sluice_outcome")).isEqualTo("failure");
    assertThat(broker.take(completion).getStringProperty("sluice_outcome")).isEqualTo("success");
    assertThat(broker.take(completion).getStringProperty("sluice_outcome")).isEqualTo("success");
  }

  @Test
  void runs_as_many_jobs_at_a_time_as_it_has_threads() throws Exception {
    worker = onWork().threads(3).start(this::hold);
    for (int i = 0; i < 4; i++) {
      broker.forward(work, LEASE);
    }

    awaitBegun();
    awaitBegun();
    awaitBegun();

    assertThat(broker.depth(work)).as("left in the queue").isEqualTo(1);
    assertThat(begun).isEmpty();
  }

  @Test
  void has_taken_the_attempt_for_good_before_the_handler_begins() throws Exception {
    worker = onWork().start(this::hold);
    broker.forward(work, LEASE);

    awaitBegun();

    assertThat(broker.depth(work)).isZero();
    assertThat(broker.depth(completion)).isZero();
  }

  @Test
  void beats_within_every_third_of_the_lease_while_the_handler_runs() throws Exception {
    worker = onWork().start(this::hold);
    String jobId = broker.forward(work, Duration.ofMillis(900));
    awaitBegun();

    long previous = 0;
    for (int i = 0; i < 4; i++) {
      Message beat = broker.take(heartbeat);
      assertThat(sluiceProperties(beat))
          .isEqualTo(Map.of("sluice_job_id", jobId, "sluice_attempt", 1));
      if (previous != 0) {
        // A little under a third; a busy machine may be late, but not by the rest of the lease.
        assertThat(beat.getJMSTimestamp() - previous).isBetween(260L, 899L);
      }
      previous = beat.getJMSTimestamp();
    }
    assertThat(broker.depth(completion)).isZero();
  }

  @Test
  void beats_for_all_running_jobs_from_one_thread() throws Exception {
    worker = onWork().threads(3).start(this::hold);
    for (int i = 0; i < 3; i++) {
      broker.forward(work, Duration.ofMillis(600));
    }
    Map<String, Integer> beats = new HashMap<>();

    await()
        .atMost(SOON)
        .until(() -> {
          beats.merge(broker.take(heartbeat).getStringProperty("sluice_job_id"), 1, Integer::sum);
          return beats.size() == 3 && beats.values().stream().allMatch(n -> n >= 2);
        });
  }

  @Test
  void beats_at_once_when_the_message_waited_for_a_third_of_its_lease() throws Exception {
    worker = onWork().start(this::hold);
    Instant begin = Instant.now();
    broker.forward(
        work, Duration.ofHours(1), begin.minus(Duration.ofMinutes(21)), JMSContext::createMessage);

    broker.take(heartbeat);

    assertThat(begun).hasSize(1);
  }

  @Test
  void beats_early_whatever_the_clocks_say() throws Exception {
    worker = onWork().start(this::hold);
    Instant sluiceIsAhead = Instant.now().plus(Duration.ofMinutes(30));
    broker.forward(work, Duration.ofHours(1), sluiceIsAhead, JMSContext::createMessage);

    broker.take(heartbeat);

    assertThat(begun).hasSize(1);
  }

  @Test
  void does_not_beat_for_a_short_job_nor_after_the_end_of_a_long_one() throws Exception {
    worker = onWork().start(this::hold);
    broker.forward(work, Duration.ofMillis(300));
    broker.take(heartbeat);
    release.countDown();
    broker.take(completion);
    String shortJob = broker.forward(work, LEASE);
    await().atMost(SOON).until(() -> broker.depth(completion) == 1);

    // The beats of the first that were sent before its end are there at most.
    while (broker.depth(heartbeat) > 0) {
      assertThat(broker.take(heartbeat).getStringProperty("sluice_job_id")).isNotEqualTo(shortJob);
    }
    await().during(Duration.ofMillis(400)).atMost(SOON).until(() -> broker.depth(heartbeat) == 0);
  }

  @Test
  void close_lets_a_running_job_finish_and_begins_no_other() throws Exception {
    worker = onWork().start(this::hold);
    String first = broker.forward(work, LEASE);
    broker.forward(work, LEASE);
    awaitBegun();

    CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close);
    assertThat(closing).isNotDone();
    release.countDown();
    closing.get(10, TimeUnit.SECONDS);

    Message sent = broker.take(completion);
    assertThat(sent.getStringProperty("sluice_job_id")).isEqualTo(first);
    assertThat(sent.getStringProperty("sluice_outcome")).isEqualTo("success");
    // With work left, the thread may have been handed the second; then it gave it back.
    assertThat(begun).isEmpty();
    await().atMost(SOON).until(() -> broker.depth(work) == 1);
  }

  @Test
  void close_hands_a_job_back_that_does_not_finish_in_time() throws Exception {
    worker = onWork().graceTime(Duration.ofMillis(50)).start(this::hold);
    broker.forward(work, LEASE);
    awaitBegun();

    worker.close();

    Message sent = broker.take(completion);
    assertThat(sent.getStringProperty("sluice_outcome")).isEqualTo("later");
    assertThat(sent.propertyExists("sluice_error")).isFalse();
  }

  @Test
  void a_job_that_fails_by_itself_while_closing_is_a_failure() throws Exception {
    worker =
        onWork()
            .start(job -> {
              hold(job);
              throw new IllegalStateException("by itself");
            });
    broker.forward(work, LEASE);
    awaitBegun();

    CompletableFuture<Void> closing = CompletableFuture.runAsync(worker::close);
    release.countDown();
    closing.get(10, TimeUnit.SECONDS);

    assertThat(broker.take(completion).getStringProperty("sluice_outcome")).isEqualTo("failure");
  }

  @Test
  void close_ends_although_a_handler_does_not() throws Exception {
    CountDownLatch stubborn = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(1);
    worker =
        onWork()
            .graceTime(Duration.ofMillis(50))
            .start(job -> {
              begun.add(job);
              while (stubborn.getCount() > 0) {
                try {
                  stubborn.await();
                } catch (InterruptedException e) {
                  // deaf
                }
              }
              ended.countDown();
              return Outcome.success();
            });
    broker.forward(work, LEASE);
    awaitBegun();
    long begin = System.nanoTime();

    worker.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(6));
    stubborn.countDown();
    assertThat(ended.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void close_does_not_wait_for_a_thread_that_hangs_while_connecting() throws Exception {
    CountDownLatch connecting = new CountDownLatch(1);
    CountDownLatch interrupted = new CountDownLatch(1);
    worker =
        Worker.on(
                mode -> {
                  connecting.countDown();
                  try {
                    new CountDownLatch(1).await();
                  } catch (InterruptedException e) {
                    interrupted.countDown();
                  }
                  throw new JMSRuntimeException("no broker");
                },
                work)
            .graceTime(Duration.ofMinutes(1))
            .start(this::hold);
    assertThat(connecting.await(10, TimeUnit.SECONDS)).isTrue();

    long begin = System.nanoTime();
    worker.close();

    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(10));
    assertThat(interrupted.await(10, TimeUnit.SECONDS)).isTrue();
  }

  @Test
  void leaves_a_message_that_sluice_did_not_forward_to_the_dead_letter_rule() throws Exception {
    worker = onWork().start(this::hold);
    try (JMSContext context = broker.factory().createContext()) {
      context.createProducer().send(context.createQueue(work), "not a job");
    }
    String job = broker.forward(work, LEASE);

    assertThat(awaitBegun().id()).isEqualTo(job);
    assertThat(broker.take(EmbeddedBroker.DEAD_LETTERS).getBody(String.class))
        .isEqualTo("not a job");
  }

  private static Map<String, Object> sluiceProperties(Message message) throws JMSException {
    Map<String, Object> properties = new HashMap<>();
    for (var names = message.getPropertyNames(); names.hasMoreElements(); ) {
      String name = names.nextElement().toString();
      if (name.startsWith("sluice_")) {
        properties.put(name, message.getObjectProperty(name));
      }
    }
    return properties;
  }
}
