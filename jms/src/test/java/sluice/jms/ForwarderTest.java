package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import jakarta.jms.JMSException;
import jakarta.jms.Message;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageKind;
import sluice.ejb.forward.ForwardedJob;
import sluice.ejb.forward.ForwardingFailed;
import sluice.jms.broker.Broker;
import sluice.jms.forward.Forwarder;

class ForwarderTest extends TrafficTest {
  private static final String WORK = "work";

  private static ForwardedJob job(long id, int attempt) {
    return job(id, attempt, Map.of(), Duration.ofMinutes(1));
  }

  private static ForwardedJob job(
      long id, int attempt, Map<String, @Nullable Object> properties, Duration timeToLive) {
    return job(id, attempt, properties, timeToLive, Instant.now().plus(timeToLive));
  }

  private static ForwardedJob job(
      long id,
      int attempt,
      Map<String, @Nullable Object> properties,
      Duration timeToLive,
      Instant beginBefore) {
    return new ForwardedJob(
        id,
        attempt,
        new ForwardedJob.Labels("p", "tenant", "key-" + id),
        new ForwardedJob.Terms(
            Instant.ofEpochMilli(1_000), Duration.ofSeconds(30), timeToLive, beginBefore),
        new JobMessage(
            new JobMessage.Head(MessageKind.TEXT, null, null, null, 4),
            properties,
            "body".getBytes(StandardCharsets.UTF_8)));
  }

  private static List<ForwardedJob> jobs(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(id -> job(id, 1)).toList();
  }

  private List<String> forwardedIds() {
    return broker.drain(
        WORK, message -> String.valueOf(TestBroker.property(message, "sluice_job_id")));
  }

  private static List<String> ids(long from, long to) {
    return LongStream.rangeClosed(from, to).mapToObj(Long::toString).toList();
  }

  @Test
  void adds_what_the_contract_promises() throws Exception {
    startTraffic();
    long before = System.currentTimeMillis();
    traffic.forwarder().forward(WORK, List.of(job(17, 2)));
    long after = System.currentTimeMillis();

    broker.drain(
        WORK,
        message -> {
          Map<String, Object> expected = new HashMap<>();
          expected.put("sluice_job_id", "17");
          expected.put("sluice_attempt", 2);
          expected.put("sluice_policy", "p");
          expected.put("sluice_namespace", "tenant");
          expected.put("sluice_job_key", "key-17");
          expected.put("sluice_admitted_at", 1_000L);
          expected.put("sluice_lease_ms", 30_000L);
          expected.put("_AMQ_DUPL_ID", "17:2");
          expected.forEach((name, value) ->
              assertThat(TestBroker.property(message, name)).as(name).isEqualTo(value));
          assertThat(expiration(message)).isBetween(before + 60_000, after + 60_000);
          return message;
        });
  }

  private static long expiration(Message message) {
    try {
      return message.getJMSExpiration();
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void b11_a_message_expires_by_the_databases_clock_whatever_the_clock_of_the_node_says()
      throws Exception {
    startTraffic();
    Instant byTheDatabase = Instant.now().plusSeconds(600).truncatedTo(ChronoUnit.MILLIS);
    traffic
        .forwarder()
        .forward(WORK, List.of(job(1, 1, Map.of(), Duration.ofMillis(1), byTheDatabase)));
    broker.drain(
        WORK,
        message -> {
          assertThat(expiration(message)).isEqualTo(byTheDatabase.toEpochMilli());
          return message;
        });
  }

  @Test
  void overwrites_what_a_producer_pretends() {
    startTraffic();
    Map<String, @Nullable Object> lies = new HashMap<>();
    lies.put("sluice_job_id", 99);
    lies.put("sluice_attempt", "many");
    lies.put("_AMQ_DUPL_ID", "x");
    lies.put("_AMQ_SCHED_DELIVERY", Long.MAX_VALUE);
    traffic
        .forwarder()
        .forward(
            WORK,
            List.of(
                job(1, 1, lies, Duration.ofMinutes(1)), job(2, 1, lies, Duration.ofMinutes(1))));

    assertThat(forwardedIds()).containsExactly("1", "2");
  }

  @Test
  void a_batch_sent_twice_arrives_once() {
    startTraffic();
    traffic.forwarder().forward(WORK, jobs(1, 50));
    traffic.forwarder().forward(WORK, jobs(1, 50));

    assertThat(forwardedIds()).isEqualTo(ids(1, 50));
  }

  @Test
  void a_batch_that_was_sent_in_part_is_completed() {
    startTraffic();
    traffic.forwarder().forward(WORK, jobs(10, 20));
    traffic.forwarder().forward(WORK, jobs(1, 30));

    assertThat(forwardedIds())
        .containsExactlyInAnyOrderElementsOf(ids(1, 30))
        .doesNotHaveDuplicates();
  }

  @Test
  void the_next_attempt_is_not_a_copy() {
    startTraffic();
    traffic.forwarder().forward(WORK, List.of(job(1, 1)));
    traffic.forwarder().forward(WORK, List.of(job(1, 2)));

    assertThat(forwardedIds()).containsExactly("1", "1");
  }

  @Test
  void a_batch_sent_again_after_a_restart_of_the_broker_arrives_once() throws Exception {
    startTraffic();
    traffic.forwarder().forward(WORK, jobs(1, 10));
    broker.stop();
    assertThatThrownBy(() -> traffic.forwarder().forward(WORK, jobs(1, 20)))
        .isInstanceOf(ForwardingFailed.class);
    broker.startAgain();
    traffic.forwarder().forward(WORK, jobs(1, 20));

    assertThat(forwardedIds()).hasSize(20).doesNotHaveDuplicates();
  }

  @Test
  void does_not_send_what_could_not_begin_in_time() {
    startTraffic();
    traffic
        .forwarder()
        .forward(
            WORK,
            List.of(
                job(1, 1, Map.of(), Duration.ZERO),
                job(2, 1, Map.of(), Duration.ofMillis(-5)),
                job(3, 1)));

    assertThat(forwardedIds()).containsExactly("3");
  }

  @Test
  void a_message_that_the_broker_does_not_take_stops_no_other() {
    startTraffic();
    List<ForwardedJob> batch = new ArrayList<>(jobs(1, 5));
    batch.add(2, job(99, 1, Map.of("x", new Object()), Duration.ofMinutes(1)));

    assertThatThrownBy(() -> traffic.forwarder().forward(WORK, batch))
        .isInstanceOfSatisfying(
            ForwardingFailed.class,
            failed ->
                assertThat(failed.refused())
                    .singleElement()
                    .satisfies(refused -> {
                      assertThat(refused.jobId()).isEqualTo(99);
                      assertThat(refused.attempt()).isEqualTo(1);
                    }))
        .hasMessageContaining("property x");
    assertThat(forwardedIds()).isEqualTo(ids(1, 5));
  }

  @Test
  void properties_of_half_a_megabyte_stop_no_other() {
    startTraffic();
    List<ForwardedJob> batch = new ArrayList<>(jobs(1, 3));
    batch.add(1, job(99, 1, Map.of("long", "x".repeat(500_000)), Duration.ofMinutes(1)));

    assertThatCode(() -> traffic.forwarder().forward(WORK, batch))
        .satisfiesAnyOf(
            nothing -> assertThat(nothing).isNull(),
            failed -> assertThat(failed).isInstanceOf(ForwardingFailed.class));
    assertThat(forwardedIds()).contains("1", "2", "3");
  }

  @Test
  void a_full_address_holds_no_thread_for_ever() {
    ScheduledThreadPoolExecutor impatient =
        new ScheduledThreadPoolExecutor(1) {
          @Override
          public ScheduledFuture<?> schedule(Runnable work, long delay, TimeUnit unit) {
            return super.schedule(work, 300, TimeUnit.MILLISECONDS);
          }
        };
    try (Broker connections = new Broker(broker.settings());
        Forwarder forwarder = new Forwarder(connections, impatient)) {
      assertTimeoutPreemptively(
          Duration.ofSeconds(20),
          () ->
              assertThatThrownBy(
                      () -> {
                        for (long id = 1; id <= 10_000; id += 100) {
                          forwarder.forward("full", jobs(id, id + 99));
                        }
                      })
                  .isInstanceOf(ForwardingFailed.class));
    } finally {
      impatient.shutdownNow();
    }
  }

  @Test
  void forwards_on_many_threads() throws Exception {
    startTraffic();
    try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
      List<Callable<Void>> calls = new ArrayList<>();
      for (int i = 0; i < 16; i++) {
        long from = 1 + 100L * i;
        calls.add(() -> {
          traffic.forwarder().forward(WORK, jobs(from, from + 99));
          return null;
        });
      }
      for (var future : threads.invokeAll(calls)) {
        future.get();
      }
    }
    assertThat(forwardedIds()).containsExactlyInAnyOrderElementsOf(ids(1, 1_600));
  }
}
