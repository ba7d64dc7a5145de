package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ActiveMQClient;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.ServerLocator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sluice.client.WireFormat;

/** What a message carries, from the intake queue to the worker or to the rejected queue. */
@ExtendWith(SharedProgram.class)
class RoundTripIT {
  private static SluiceProcess sluice;
  private static Jms jms;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    jms = new Jms(sluice);
  }

  private static void policy(String name, String rest) {
    Http.Answer answer =
        Http.admin(sluice)
            .put(
                "/policies/" + name,
                "policy: " + name + "\ndestination: work." + name + "\n" + rest);
    assertThat(answer.status()).as(answer.body()).isIn(200, 201);
  }

  @Test
  void a_correlation_id_of_bytes_and_small_numbers_pass_unchanged() throws JMSException {
    policy("small", "");
    byte[] correlation = {0, 1, -1, 127, -128, 9, 65, 0};
    try (JMSContext context = jms.context()) {
      TextMessage sent = context.createTextMessage("bytes");
      sent.setStringProperty(WireFormat.POLICY, "small");
      sent.setJMSCorrelationIDAsBytes(correlation);
      sent.setByteProperty("byte", Byte.MIN_VALUE);
      sent.setShortProperty("short", Short.MIN_VALUE);
      sent.setFloatProperty("float", Float.NaN);
      sent.setDoubleProperty("double", Double.NEGATIVE_INFINITY);
      context.createProducer().send(context.createQueue("sluice.intake"), sent);
      try (JMSConsumer consumer = context.createConsumer(context.createQueue("work.small"))) {
        Message received = Objects.requireNonNull(consumer.receive(20_000));
        assertThat(received.getBody(String.class)).isEqualTo("bytes");
        assertThat(received.getJMSCorrelationIDAsBytes()).isEqualTo(correlation);
        assertThat(received.getObjectProperty("byte")).isEqualTo(Byte.MIN_VALUE);
        assertThat(received.getObjectProperty("short")).isEqualTo(Short.MIN_VALUE);
        assertThat(received.getObjectProperty("float")).isEqualTo(Float.NaN);
        assertThat(received.getObjectProperty("double")).isEqualTo(Double.NEGATIVE_INFINITY);
      }
    }
  }

  /** JMS sets none, other clients of the broker do. */
  @Test
  void a_character_passes_unchanged() throws Exception {
    policy("character", "");
    try (ServerLocator locator = ActiveMQClient.createServerLocator(sluice.brokerUrl());
        ClientSessionFactory factory = locator.createSessionFactory();
        ClientSession session =
            factory.createSession("sluice", sluice.brokerPassword(), false, true, true, false, 0)) {
      ClientMessage sent = session.createMessage(true);
      sent.putStringProperty(WireFormat.POLICY, "character");
      sent.putCharProperty(SimpleString.of("char"), '\u20ac');
      session.createProducer("sluice.intake").send(sent);
    }
    try (JMSContext context = jms.context();
        JMSConsumer consumer = context.createConsumer(context.createQueue("work.character"))) {
      Message received = Objects.requireNonNull(consumer.receive(20_000));
      assertThat(received.getObjectProperty("char")).isEqualTo('\u20ac');
    }
  }

  @Test
  void all_six_kinds_of_message_pass_unchanged_with_their_properties() throws JMSException {
    policy("kinds", "");
    try (JMSContext context = jms.context()) {
      TextMessage text = context.createTextMessage("ünïcode \u0000 \ud83d\ude00");
      BytesMessage bytes = context.createBytesMessage();
      byte[] large = new byte[1_500_000];
      Arrays.fill(large, (byte) 7);
      bytes.writeBytes(large);
      MapMessage map = context.createMapMessage();
      map.setLong("id", 9_007_199_254_740_993L);
      StreamMessage stream = context.createStreamMessage();
      stream.writeDouble(0.1);
      ObjectMessage object = context.createObjectMessage("an object");
      Message bodyless = context.createMessage();
      List<Message> sent = List.of(text, bytes, map, stream, object, bodyless);
      for (int i = 0; i < sent.size(); i++) {
        Message message = sent.get(i);
        message.setStringProperty(WireFormat.POLICY, "kinds");
        message.setIntProperty("place", i);
        message.setLongProperty("long", Long.MAX_VALUE);
        message.setFloatProperty("float", Float.MIN_VALUE);
        message.setBooleanProperty("boolean", true);
        message.setStringProperty("text", "<b>\u0000\ud800");
        message.setJMSCorrelationID("correlation " + i);
        message.setJMSType("kind");
        context.createProducer().send(context.createQueue("sluice.intake"), message);
      }
      Map<Integer, Message> received = new HashMap<>();
      try (JMSConsumer consumer = context.createConsumer(context.createQueue("work.kinds"))) {
        for (int i = 0; i < sent.size(); i++) {
          Message message = Objects.requireNonNull(consumer.receive(20_000));
          received.put(message.getIntProperty("place"), message);
          assertThat(message.getLongProperty("long")).isEqualTo(Long.MAX_VALUE);
          assertThat(message.getFloatProperty("float")).isEqualTo(Float.MIN_VALUE);
          assertThat(message.getBooleanProperty("boolean")).isTrue();
          assertThat(message.getStringProperty("text")).isEqualTo("<b>\u0000\ud800");
          assertThat(message.getJMSCorrelationID()).startsWith("correlation ");
          assertThat(message.getJMSType()).isEqualTo("kind");
          assertThat(message.getIntProperty(WireFormat.ATTEMPT)).isEqualTo(1);
          assertThat(message.getStringProperty(WireFormat.JOB_ID)).isNotEmpty();
          assertThat(message.getLongProperty(WireFormat.LEASE_MS)).isEqualTo(900_000);
          assertThat(message.getJMSExpiration()).isPositive();
        }
      }
      assertThat(((TextMessage) received.get(0)).getText()).isEqualTo(text.getText());
      assertThat(((BytesMessage) received.get(1)).getBodyLength()).isEqualTo(large.length);
      assertThat(((MapMessage) received.get(2)).getLong("id")).isEqualTo(9_007_199_254_740_993L);
      assertThat(((StreamMessage) received.get(3)).readDouble()).isEqualTo(0.1);
      assertThat(((ObjectMessage) received.get(4)).getObject()).isEqualTo("an object");
      assertThat(received.get(5)).isNotInstanceOf(TextMessage.class);
    }
  }

  @Test
  void what_cannot_be_staged_goes_to_the_rejected_queue_with_its_reason() throws JMSException {
    policy("keyed", "gates: [{name: c, type: concurrency, key: '${key}', max: '${limit}'}]");
    Map<String, String> reasons = new HashMap<>();
    try (JMSContext context = jms.context()) {
      rejectable(context, "no policy", null, "k", 1);
      rejectable(context, "unknown", "no-such-policy", "k", 1);
      rejectable(context, "long key", "keyed", "x".repeat(3_000), 1);
      rejectable(context, "not a number", "keyed", "k", "ten ");
      rejectable(context, "NUL key", "keyed", "a\u0000b", 1);
      rejectable(context, "good", "keyed", "k", 1);
      try (JMSConsumer rejected = context.createConsumer(context.createQueue("sluice.rejected"));
          JMSConsumer work = context.createConsumer(context.createQueue("work.keyed"))) {
        for (int i = 0; i < 5; i++) {
          TextMessage message = (TextMessage) Objects.requireNonNull(rejected.receive(20_000));
          reasons.put(message.getText(), message.getStringProperty(WireFormat.REJECT_REASON));
          assertThat(message.getStringProperty(WireFormat.REJECT_DETAIL)).isNotEmpty();
        }
        assertThat(((TextMessage) Objects.requireNonNull(work.receive(20_000))).getText())
            .isEqualTo("good");
      }
    }
    assertThat(reasons)
        .containsEntry("no policy", "NO_POLICY")
        .containsEntry("unknown", "UNKNOWN_POLICY")
        .containsEntry("long key", "KEY_TOO_LONG")
        .containsEntry("not a number", "EXPRESSION_FAILED")
        .containsEntry("NUL key", "KEY_NOT_TEXT");
  }

  private static void rejectable(
      JMSContext context, String text, @Nullable String policy, String key, Object limit)
      throws JMSException {
    TextMessage message = context.createTextMessage(text);
    if (policy != null) {
      message.setStringProperty(WireFormat.POLICY, policy);
    }
    message.setStringProperty("key", key);
    message.setObjectProperty("limit", limit);
    context.createProducer().send(context.createQueue("sluice.intake"), message);
  }
}
