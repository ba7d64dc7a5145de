package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.BytesMessage;
import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ejb.stage.StageRequest;

class IntakeTest extends TrafficTest {

  private record Rejected(
      String text, @Nullable Object reason, @Nullable Object detail, @Nullable Object mark) {}

  private List<Rejected> rejected(int count) {
    await().until(() -> broker.count(REJECTED) >= count);
    return broker.drain(REJECTED, IntakeTest::rejected);
  }

  private static Rejected rejected(Message message) {
    try {
      return new Rejected(
          message instanceof TextMessage text ? text.getText() : "",
          TestBroker.property(message, "sluice_reject_reason"),
          TestBroker.property(message, "sluice_reject_detail"),
          TestBroker.property(message, "mark"));
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void stages_what_the_properties_say() {
    startTraffic();
    long notBefore = Instant.parse("2040-01-01T00:00:00Z").toEpochMilli();
    broker.with(context -> {
      try {
        Message message = context.createTextMessage("body");
        message.setStringProperty("sluice_policy", "p");
        message.setStringProperty("sluice_namespace", "tenant");
        message.setStringProperty("sluice_job_key", "key");
        message.setStringProperty("sluice_dedupe_key", "dedupe");
        message.setLongProperty("sluice_not_before", notBefore);
        message.setIntProperty("accountId", 42);
        context
            .createProducer()
            .setPriority(9)
            .setTimeToLive(3_600_000)
            .send(context.createQueue(INTAKE), message);
        await().until(() -> services.staged.size() == 1);
        StageRequest request = services.staged.getFirst();
        assertThat(request.policy()).isEqualTo("p");
        assertThat(request.keys())
            .isEqualTo(new StageRequest.Keys("tenant", "key", "dedupe", message.getJMSMessageID()));
        assertThat(request.notBefore()).isEqualTo(Instant.ofEpochMilli(notBefore));
        assertThat(request.expiresAt()).isEqualTo(Instant.ofEpochMilli(message.getJMSExpiration()));
        assertThat(request.message().head().priority()).isEqualTo(9);
        assertThat(request.message().properties()).containsEntry("accountId", 42);
      } catch (JMSException e) {
        throw new AssertionError(e);
      }
      return null;
    });
    await().until(() -> broker.count(INTAKE) == 0);
  }

  @Test
  void stages_many_in_batches_in_order() {
    sendJobs(INTAKE, 1_200);
    startTraffic(Map.of("sluice.intake.sessions", "1"));

    await().until(() -> services.staged.size() == 1_200);
    assertThat(stagedTexts()).isEqualTo(IntStream.range(0, 1_200).mapToObj(i -> "" + i).toList());
    assertThat(services.calls).isLessThan(100);
    await().until(() -> broker.count(INTAKE) == 0);
  }

  @Test
  void acknowledges_a_message_that_was_staged_before() {
    startTraffic();
    broker.with(context -> {
      context
          .createProducer()
          .send(context.createQueue(INTAKE), context.createTextMessage("again"));
      return null;
    });
    assertThat(rejected(1)).extracting(Rejected::reason).containsExactly("UNKNOWN_POLICY");
    await().until(() -> broker.count(INTAKE) == 0);
    await().until(() -> services.rejected.equals(List.of("UNKNOWN_POLICY")));
  }

  @Test
  void rejects_what_breaks_the_contract_and_stages_its_neighbours() {
    Map<String, Map<String, Object>> hostile = new HashMap<>();
    hostile.put("policy", Map.of("sluice_policy", 7));
    hostile.put("empty policy", Map.of("sluice_policy", ""));
    hostile.put("namespace", Map.of("sluice_namespace", true));
    hostile.put("empty namespace", Map.of("sluice_namespace", ""));
    hostile.put("empty job key", Map.of("sluice_job_key", ""));
    hostile.put("empty dedupe key", Map.of("sluice_dedupe_key", ""));
    hostile.put("NUL", Map.of("sluice_namespace", "a\0b"));
    hostile.put("surrogate", Map.of("sluice_job_key", "\uD800"));
    hostile.put("key", Map.of("sluice_job_key", "k".repeat(513)));
    hostile.put("due", Map.of("sluice_not_before", "soon"));
    hostile.put("due double", Map.of("sluice_not_before", 1.5));
    hostile.put("due never", Map.of("sluice_not_before", Long.MAX_VALUE));
    Map<String, Object> many = new HashMap<>();
    IntStream.range(0, 1_001).forEach(i -> many.put("p" + i, i));
    hostile.put("many", many);

    broker.sendTexts(
        INTAKE,
        hostile.keySet().stream().flatMap(name -> List.of(name, "good").stream()).toList(),
        (message, text) -> {
          TestBroker.set(message, "sluice_policy", "p");
          TestBroker.set(message, "mark", text);
          hostile
              .getOrDefault(text, Map.of())
              .forEach((name, value) -> TestBroker.set(message, name, value));
        });
    startTraffic();

    Map<String, Object> reasons = new HashMap<>();
    for (Rejected rejected : rejected(hostile.size())) {
      reasons.put(rejected.text(), String.valueOf(rejected.reason()));
      assertThat(rejected.mark()).isEqualTo(rejected.text());
      assertThat(String.valueOf(rejected.detail())).contains("; allowed: ");
    }
    Map<String, Object> expected = new HashMap<>();
    hostile.keySet().forEach(name -> expected.put(name, "INVALID_PROPERTY"));
    expected.put("key", "KEY_TOO_LONG");
    expected.put("many", "TOO_MANY_PROPERTIES");
    assertThat(reasons).isEqualTo(expected);
    await().until(() -> broker.count(INTAKE) == 0);
    assertThat(stagedTexts()).hasSize(hostile.size()).containsOnly("good");
  }

  @Test
  void takes_an_instant_as_any_integer_or_digits() {
    Map<String, Object> values =
        Map.of("int", 5, "short", (short) 5, "byte", (byte) 5, "digits", "5", "long", 5L);
    broker.sendTexts(
        INTAKE,
        List.copyOf(values.keySet()),
        (message, text) -> {
          TestBroker.set(message, "sluice_policy", "p");
          TestBroker.set(
              message, "sluice_not_before", java.util.Objects.requireNonNull(values.get(text)));
        });
    startTraffic();

    await().until(() -> services.staged.size() == 5);
    assertThat(services.staged)
        .extracting(StageRequest::notBefore)
        .containsOnly(Instant.ofEpochMilli(5));
  }

  @Test
  void reads_an_instant_before_1970_as_at_once() {
    broker.sendTexts(
        INTAKE,
        List.of("" + Long.MIN_VALUE, "-1", "0"),
        (message, text) -> {
          TestBroker.set(message, "sluice_policy", "p");
          TestBroker.set(message, "sluice_not_before", Long.parseLong(text));
        });
    startTraffic();

    await().until(() -> services.staged.size() == 3);
    assertThat(services.staged).extracting(StageRequest::notBefore).containsOnlyNulls();
  }

  @Test
  void rejects_a_damaged_body_as_bytes_and_a_body_that_is_too_long() {
    byte[] tooLong = new byte[1_000_001];
    tooLong[1_000_000] = 9;
    byte[] farTooLong = new byte[4_000_000];
    farTooLong[3_999_999] = 8;
    broker.with(context -> {
      try {
        var queue = context.createQueue(INTAKE);
        Message damaged = context.createTextMessage("damaged");
        ClientMessage core = ((ActiveMQMessage) damaged).getCoreMessage();
        core.getBodyBuffer().clear();
        core.getBodyBuffer().writeBytes(new byte[] {1, 0, 0, 0, 77, 5});
        context.createProducer().send(queue, damaged);
        for (byte[] body : new byte[][] {tooLong, farTooLong}) {
          BytesMessage bytes = context.createBytesMessage();
          bytes.writeBytes(body);
          bytes.setStringProperty("sluice_policy", "p");
          context.createProducer().send(queue, bytes);
        }
      } catch (JMSException e) {
        throw new AssertionError(e);
      }
      return null;
    });
    sendJobs(INTAKE, 3);
    startTraffic(Map.of("sluice.max.body.bytes", "1000000", "sluice.intake.sessions", "1"));

    await().until(() -> services.staged.size() == 3);
    await().until(() -> broker.count(REJECTED) == 3);
    List<byte[]> bodies = broker.drain(REJECTED, m -> TestBroker.bytes((BytesMessage) m));
    assertThat(bodies.get(0)).containsExactly(1, 0, 0, 0, 77, 5);
    assertThat(bodies.get(1)).isEqualTo(tooLong);
    assertThat(bodies.get(2)).isEqualTo(farTooLong);
  }

  @Test
  void takes_the_policy_from_the_address() {
    services.policies.add("known");
    sendTo("sluice.intake.early", null);
    startTraffic();
    sendTo("sluice.intake.known", null);
    sendTo("sluice.intake.known", "known");
    sendTo("sluice.intake.a.b", null);
    sendTo("sluice.intake.unknown", null);
    sendTo("sluice.intake.known", "other");

    await().until(() -> services.staged.size() == 4);
    assertThat(services.staged)
        .extracting(StageRequest::policy)
        .containsExactlyInAnyOrder("early", "known", "known", "a.b");
    assertThat(rejected(2))
        .extracting(Rejected::reason)
        .containsExactlyInAnyOrder("UNKNOWN_POLICY", "POLICY_CONFLICT");
    for (String policy : List.of("early", "known", "a.b", "unknown")) {
      await().until(() -> broker.count("sluice.intake." + policy) == 0);
    }
  }

  @Test
  void makes_the_queue_of_a_new_policy() {
    startTraffic();
    services.policies.add("new");

    await().until(() -> broker.consumers("sluice.intake.new") == 2);
  }

  private void sendTo(String queue, @Nullable String policy) {
    broker.sendTexts(
        queue,
        List.of("x"),
        (message, text) -> {
          if (policy != null) {
            TestBroker.set(message, "sluice_policy", policy);
          }
        });
  }

  @Test
  void waits_for_a_delivery_delay() {
    startTraffic();
    broker.with(context -> {
      Message message = context.createTextMessage("later");
      TestBroker.set(message, "sluice_policy", "p");
      context.createProducer().setDeliveryDelay(700).send(context.createQueue(INTAKE), message);
      return null;
    });

    await().pollDelay(Duration.ofMillis(300)).until(() -> services.staged.isEmpty());
    await().until(() -> services.staged.size() == 1);
    assertThat(services.staged.getFirst().message().properties()).containsOnlyKeys("sluice_policy");
  }

  @Test
  void keeps_a_message_that_does_not_survive_a_restart_of_the_broker_persistent_when_rejected() {
    startTraffic();
    broker.with(context -> {
      context
          .createProducer()
          .setDeliveryMode(DeliveryMode.NON_PERSISTENT)
          .setTimeToLive(60_000)
          .send(context.createQueue(INTAKE), context.createTextMessage("x"));
      return null;
    });
    await().until(() -> broker.count(REJECTED) == 1);

    List<Long> expirations =
        broker.drain(
            REJECTED,
            message -> {
              try {
                assertThat(message.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
                return message.getJMSExpiration();
              } catch (JMSException e) {
                throw new AssertionError(e);
              }
            });
    assertThat(expirations).containsExactly(0L);
  }
}
