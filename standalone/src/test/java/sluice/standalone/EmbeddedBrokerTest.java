package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.Connection;
import jakarta.jms.JMSException;
import jakarta.jms.JMSSecurityException;
import jakarta.jms.Message;
import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;
import jakarta.jms.Session;
import jakarta.jms.TextMessage;
import java.nio.file.Path;
import org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded broker keeps messages and duplicate ids over a restart and lets in only the one
 * user.
 */
class EmbeddedBrokerTest {

  private static final String PASSWORD = "secret";
  private static final long SECONDS_5 = 5_000;
  private static final long NOW = 300;

  @TempDir Path folder;

  @Test
  void keeps_a_message_and_the_memory_of_its_duplicate_id_over_a_restart() throws Exception {
    try (EmbeddedBroker broker = start()) {
      send(broker, "work.webhooks", "first", "job-1:1");
    }
    try (EmbeddedBroker broker = start()) {
      send(broker, "work.webhooks", "again", "job-1:1");
      assertThat(receive(broker, "work.webhooks", SECONDS_5)).isEqualTo("first");
      assertThat(receive(broker, "work.webhooks", NOW)).isNull();
    }
  }

  @Test
  void lets_nobody_in_without_the_password() {
    try (EmbeddedBroker broker = start()) {
      for (String[] wrong : new String[][] {{"sluice", "wrong"}, {"admin", PASSWORD}, {"", ""}}) {
        assertThatThrownBy(() -> connect(broker, wrong[0], wrong[1]).close())
            .isInstanceOf(JMSSecurityException.class);
      }
      assertThatThrownBy(() -> connect(broker, null, null).close())
          .isInstanceOf(JMSSecurityException.class);
    }
  }

  @Test
  void a_job_sent_to_the_address_of_a_policy_waits_there_without_a_consumer() throws Exception {
    try (EmbeddedBroker broker = start()) {
      send(broker, "sluice.intake.webhooks", "one", "a");
    }
    try (EmbeddedBroker broker = start()) {
      assertThat(receive(broker, "sluice.intake.webhooks", SECONDS_5)).isEqualTo("one");
      assertThat(receive(broker, "sluice.intake", NOW)).isNull();
    }
  }

  @Test
  void what_sluice_rolls_back_is_delivered_again_however_often() throws Exception {
    try (EmbeddedBroker broker = start();
        Connection connection = connect(broker, broker.user(), broker.password());
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      send(broker, "sluice.intake", "poison", "p");
      connection.start();
      MessageConsumer consumer = session.createConsumer(session.createQueue("sluice.intake"));
      for (int delivery = 1; delivery <= 30; delivery++) {
        Message message = consumer.receive(SECONDS_5);
        assertThat(message).as("delivery %d", delivery).isNotNull();
        session.rollback();
      }
    }
  }

  @Test
  void a_message_whose_time_is_over_is_gone() throws Exception {
    try (EmbeddedBroker broker = start();
        Connection connection = connect(broker, broker.user(), broker.password());
        Session session = connection.createSession(true, Session.SESSION_TRANSACTED)) {
      MessageProducer producer = session.createProducer(session.createQueue("work.short"));
      producer.setTimeToLive(1);
      producer.send(session.createTextMessage("late"));
      producer.setTimeToLive(0);
      producer.send(session.createTextMessage("kept"));
      session.commit();
      assertThat(receive(broker, "work.short", SECONDS_5)).isEqualTo("kept");
      assertThat(receive(broker, "work.short", NOW)).isNull();
      assertThat(receive(broker, "DLQ", NOW)).isNull();
    }
  }

  private EmbeddedBroker start() {
    return EmbeddedBroker.start(folder.resolve("broker"), 0, PASSWORD);
  }

  @SuppressWarnings("resource") // The connection holds the factory and is the caller's.
  private static Connection connect(
      EmbeddedBroker broker, @Nullable String user, @Nullable String password) throws JMSException {
    return new ActiveMQConnectionFactory(broker.url()).createConnection(user, password);
  }

  private static void send(EmbeddedBroker broker, String queue, String text, String duplicateId)
      throws JMSException {
    try (Connection connection = connect(broker, broker.user(), broker.password());
        Session session = connection.createSession()) {
      TextMessage message = session.createTextMessage(text);
      message.setStringProperty("_AMQ_DUPL_ID", duplicateId);
      session.createProducer(session.createQueue(queue)).send(message);
    }
  }

  private static @Nullable String receive(EmbeddedBroker broker, String queue, long milliseconds)
      throws JMSException {
    try (Connection connection = connect(broker, broker.user(), broker.password());
        Session session = connection.createSession()) {
      connection.start();
      TextMessage message =
          (TextMessage) session.createConsumer(session.createQueue(queue)).receive(milliseconds);
      return message == null ? null : message.getText();
    }
  }
}
