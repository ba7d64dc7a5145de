package sluice.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.DeliveryMode;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.JMSRuntimeException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.io.TempDir;

class JobProducerTest {

  private static final JobOptions MAILS = JobOptions.forPolicy("mails");

  @TempDir static Path data;
  private static EmbeddedBroker broker;

  private String intake;
  private JobProducer producer;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = new EmbeddedBroker(data);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.stop();
  }

  @BeforeEach
  void open(TestInfo test) {
    intake = "intake." + test.getTestMethod().orElseThrow().getName();
    producer = new JobProducer(broker.factory(), intake);
  }

  @AfterEach
  void close() {
    producer.close();
  }

  @Test
  void sends_to_the_intake_of_the_contract_by_default() throws JMSException {
    try (JobProducer plain = new JobProducer(broker.factory())) {
      plain.send("Hello", MAILS);
    }

    assertThat(broker.take("sluice.intake").getBody(String.class)).isEqualTo("Hello");
  }

  @Test
  void sends_every_option_as_the_contract_names_it() throws JMSException {
    Instant tomorrow = Instant.parse("2030-01-02T03:04:05.678Z");
    JobOptions options =
        MAILS
            .namespace("acme")
            .jobKey("order-17")
            .dedupeKey("order")
            .notBefore(tomorrow)
            .priority(7)
            .timeToLive(Duration.ofHours(1))
            .property("accountId", 42)
            .properties(Map.of("plan", "gold"));

    String id = producer.send("Hello", options);

    Message sent = broker.take(intake);
    assertThat(propertiesOf(sent))
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "sluice_policy", "mails",
                "sluice_namespace", "acme",
                "sluice_job_key", "order-17",
                "sluice_dedupe_key", "order",
                "sluice_not_before", tomorrow.toEpochMilli(),
                "accountId", 42,
                "plan", "gold"));
    assertThat(sent.getJMSMessageID()).isEqualTo(id);
    assertThat(sent.getJMSPriority()).isEqualTo(7);
    assertThat(sent.getJMSExpiration() - sent.getJMSTimestamp()).isEqualTo(3_600_000);
    assertThat(sent.getJMSDeliveryMode()).isEqualTo(DeliveryMode.PERSISTENT);
  }

  @Test
  void sends_nothing_that_was_not_set() throws JMSException {
    producer.send("Hello", JobOptions.none());

    Message sent = broker.take(intake);
    assertThat(propertiesOf(sent)).isEmpty();
    assertThat(sent.getJMSPriority()).isEqualTo(4);
    assertThat(sent.getJMSExpiration()).isZero();
  }

  @Test
  void carries_no_option_over_to_the_next_job() throws JMSException {
    producer.sendAll(
        List.of(
            NewJob.ofText("1", MAILS.priority(9).timeToLive(Duration.ofHours(1)).jobKey("a")),
            NewJob.ofText("2", MAILS)));

    broker.take(intake);
    Message second = broker.take(intake);
    assertThat(second.getJMSPriority()).isEqualTo(4);
    assertThat(second.getJMSExpiration()).isZero();
    assertThat(second.propertyExists("sluice_job_key")).isFalse();
  }

  @Test
  void sends_bytes() throws JMSException {
    producer.send(new byte[] {1, -2, 3}, MAILS);

    assertThat(broker.take(intake).getBody(byte[].class)).containsExactly(1, -2, 3);
  }

  @Test
  void keeps_what_the_caller_wrote_on_its_message() throws JMSException {
    try (JMSContext own = broker.factory().createContext()) {
      TextMessage message = own.createTextMessage("Hello");
      message.setJMSType("mail");
      message.setJMSCorrelationID("c-1");
      message.setStringProperty("accountId", "42");

      producer.send(message, MAILS);
    }

    Message sent = broker.take(intake);
    assertThat(sent.getJMSType()).isEqualTo("mail");
    assertThat(sent.getJMSCorrelationID()).isEqualTo("c-1");
    assertThat(propertiesOf(sent))
        .containsExactlyInAnyOrderEntriesOf(Map.of("accountId", "42", "sluice_policy", "mails"));
  }

  @Test
  void builds_any_kind_of_message_in_its_own_session() throws JMSException {
    producer.send(
        new NewJob(
            context -> {
              MapMessage map = context.createMapMessage();
              map.setInt("pages", 3);
              return map;
            },
            MAILS));

    assertThat(((MapMessage) broker.take(intake)).getInt("pages")).isEqualTo(3);
  }

  @Test
  void sends_a_batch_in_order() throws JMSException {
    List<NewJob> jobs = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      jobs.add(NewJob.ofText("body " + i, MAILS));
    }

    List<String> ids = producer.sendAll(jobs);

    for (int i = 0; i < 20; i++) {
      Message sent = broker.take(intake);
      assertThat(sent.getBody(String.class)).isEqualTo("body " + i);
      assertThat(sent.getJMSMessageID()).isEqualTo(ids.get(i));
    }
  }

  @Test
  void sends_none_of_a_batch_when_one_cannot_be_built() throws JMSException {
    NewJob bad =
        new NewJob(
            context -> {
              throw new JMSException("no body");
            },
            MAILS);

    assertThatThrownBy(() -> producer.sendAll(List.of(NewJob.ofText("1", MAILS), bad)))
        .isInstanceOf(JMSRuntimeException.class)
        .hasMessageContaining("no body");

    producer.send("2", MAILS);
    assertThat(broker.take(intake).getBody(String.class)).isEqualTo("2");
    assertThat(broker.depth(intake)).isZero();
  }

  @Test
  void goes_on_by_itself_when_the_connection_broke_while_idle() throws JMSException {
    producer.send("before", MAILS);
    broker.breakConnections();

    producer.send("after", MAILS);

    assertThat(broker.take(intake).getBody(String.class)).isEqualTo("before");
    assertThat(broker.take(intake).getBody(String.class)).isEqualTo("after");
  }

  @Test
  void refuses_to_send_after_close() {
    producer.close();

    assertThatThrownBy(() -> producer.send("Hello", MAILS)).hasMessageContaining("closed");
  }

  /** All but the properties that JMS and the broker add. */
  private static Map<String, Object> propertiesOf(Message message) throws JMSException {
    Map<String, Object> properties = new HashMap<>();
    for (var names = message.getPropertyNames(); names.hasMoreElements(); ) {
      String name = names.nextElement().toString();
      if (!name.startsWith("JMSX") && !name.startsWith("__AMQ")) {
        properties.put(name, message.getObjectProperty(name));
      }
    }
    return properties;
  }
}
