package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.jms.BytesMessage;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.MapMessage;
import jakarta.jms.Message;
import jakarta.jms.ObjectMessage;
import jakarta.jms.Queue;
import jakarta.jms.StreamMessage;
import jakarta.jms.TextMessage;
import java.io.Serializable;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.jms.client.ActiveMQMessage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sluice.core.job.JobMessage;
import sluice.core.job.MessageCodec;
import sluice.ejb.forward.ForwardedJob;
import sluice.ejb.stage.StageRequest;
import sluice.jms.broker.QueueNames;

/** A producer's message through intake, codec and forwarder to a worker: nothing changes. */
class RoundTripTest {
  private static final String WORK = "work";
  private static final QueueNames QUEUES =
      new QueueNames("sluice.intake", "sluice.completion", "sluice.heartbeat", "sluice.rejected");

  @TempDir static Path folder;
  private static TestBroker broker;
  private static Traffic traffic;
  private static final BlockingQueue<StageRequest> STAGED = new LinkedBlockingQueue<>();

  @BeforeAll
  static void start() throws Exception {
    broker = new TestBroker(folder);
    traffic =
        new Traffic(
            Settings.of(broker),
            new Traffic.Services(
                (requests, consumer) -> {
                  STAGED.addAll(requests);
                  return requests.stream()
                      .map(r ->
                          (sluice.ejb.stage.StageResult) new sluice.ejb.stage.StageResult.Staged(1))
                      .toList();
                },
                completions -> {},
                attempts -> {},
                List::of,
                rejected -> {}),
            Thread::new);
    traffic.start();
  }

  @AfterAll
  static void stop() throws Exception {
    traffic.close();
    broker.close();
  }

  private static long nextId = 1;

  /** Sends, waits until staged, forwards, and compares what a worker gets with what was sent. */
  private static void roundTrip(Making making, Comparing comparing) {
    broker.with(context -> {
      try {
        Message sent = making.make(context);
        sent.setStringProperty("sluice_policy", "p");
        context.createProducer().send(context.createQueue(QUEUES.intake()), sent);
        StageRequest request = STAGED.poll(20, TimeUnit.SECONDS);
        assertThat(request).isNotNull();
        forward(request.message());
        try (var consumer = context.createConsumer(context.createQueue(WORK))) {
          Message got = consumer.receive(20_000);
          assertThat(got).isNotNull();
          comparing.compare(sent, got);
          assertThat(rawBody(got)).isEqualTo(rawBody(sent));
        }
      } catch (JMSException | InterruptedException e) {
        throw new AssertionError(e);
      }
      return null;
    });
  }

  private static void forward(JobMessage message) {
    JobMessage stored = MessageCodec.decode(MessageCodec.encode(message), message.body());
    traffic
        .forwarder()
        .forward(
            WORK,
            List.of(
                new ForwardedJob(
                    nextId++,
                    1,
                    new ForwardedJob.Labels("p", "default", null),
                    new ForwardedJob.Terms(
                        Instant.now(),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(1),
                        Instant.now().plusSeconds(60)),
                    stored)));
  }

  private static byte[] rawBody(Message message) {
    ClientMessage core = ((ActiveMQMessage) message).getCoreMessage();
    var buffer = core.getReadOnlyBodyBuffer();
    byte[] raw = new byte[buffer.readableBytes()];
    buffer.readBytes(raw);
    return raw;
  }

  private interface Making {
    Message make(JMSContext context) throws JMSException;
  }

  private interface Comparing {
    void compare(Message sent, Message got) throws JMSException;
  }

  @Test
  void text() {
    for (String text :
        List.of("plain", "", "NUL \0 in it", "\uD83D\uDE00", "lone \uD800 surrogate", "ÿ")) {
      roundTrip(
          context -> context.createTextMessage(text),
          (sent, got) -> assertThat(((TextMessage) got).getText()).isEqualTo(text));
    }
  }

  @Test
  void text_message_without_text() {
    roundTrip(
        JMSContext::createTextMessage,
        (sent, got) -> assertThat(((TextMessage) got).getText()).isNull());
  }

  @Test
  void bytes_of_all_sizes() {
    for (int size :
        new int[] {0, 1, 102_399, 102_400, 150 * 1024, 150 * 1024 + 1, 1_500_000, 20_000_000}) {
      byte[] bytes = new byte[size];
      new Random(size).nextBytes(bytes);
      roundTrip(
          context -> {
            BytesMessage message = context.createBytesMessage();
            message.writeBytes(bytes);
            return message;
          },
          (sent, got) -> {
            byte[] read = new byte[(int) ((BytesMessage) got).getBodyLength()];
            ((BytesMessage) got).readBytes(read);
            assertThat(Arrays.equals(read, bytes)).isTrue();
          });
    }
  }

  @Test
  void long_text() {
    for (String text : List.of("x".repeat(1_500_000), "é\uD83D\uDE00".repeat(500_000))) {
      roundTrip(
          context -> context.createTextMessage(text),
          (sent, got) -> assertThat(((TextMessage) got).getText().equals(text)).isTrue());
    }
  }

  @Test
  void map_of_all_types() {
    roundTrip(
        context -> {
          MapMessage map = context.createMapMessage();
          map.setBoolean("b", true);
          map.setByte("y", (byte) -1);
          map.setShort("s", (short) 2);
          map.setChar("c", 'é');
          map.setInt("i", 3);
          map.setLong("l", 9_007_199_254_740_993L);
          map.setFloat("f", 0.1f);
          map.setDouble("d", -0.0);
          map.setString("t", "text \0 \uD800");
          map.setBytes("a", new byte[] {1, 2});
          map.setString("null", null);
          return map;
        },
        (sent, got) -> {
          MapMessage map = (MapMessage) got;
          assertThat(map.getLong("l")).isEqualTo(9_007_199_254_740_993L);
          assertThat(map.getChar("c")).isEqualTo('é');
          assertThat(map.getBytes("a")).containsExactly(1, 2);
          assertThat(map.getString("null")).isNull();
        });
  }

  @Test
  void stream() {
    roundTrip(
        context -> {
          StreamMessage stream = context.createStreamMessage();
          stream.writeInt(1);
          stream.writeString("two");
          stream.writeDouble(1.10);
          return stream;
        },
        (sent, got) -> {
          StreamMessage stream = (StreamMessage) got;
          assertThat(stream.readInt()).isEqualTo(1);
          assertThat(stream.readString()).isEqualTo("two");
          assertThat(stream.readDouble()).isEqualTo(1.10);
        });
  }

  /** Fails whoever reads it back: Sluice must not. */
  private static final class Unreadable implements Serializable {
    private static final long serialVersionUID = 1;

    private void readObject(java.io.ObjectInputStream in) {
      throw new AssertionError("deserialised " + in);
    }
  }

  @Test
  void object_that_nobody_may_deserialise() {
    roundTrip(
        context -> context.createObjectMessage(new Unreadable()),
        (sent, got) -> assertThat(got).isInstanceOf(ObjectMessage.class));
  }

  @Test
  void bodyless() {
    roundTrip(
        JMSContext::createMessage,
        (sent, got) -> {
          assertThat(got).isNotInstanceOf(TextMessage.class).isNotInstanceOf(BytesMessage.class);
        });
  }

  @Test
  void headers_and_properties_of_all_types() {
    roundTrip(
        context -> {
          Message message = context.createTextMessage("x");
          message.setJMSCorrelationID("correlation \uD800");
          message.setJMSReplyTo(context.createTopic("answers.here"));
          message.setJMSType("type");
          setEach(message);
          return message;
        },
        (sent, got) -> {
          assertThat(got.getJMSCorrelationID()).isEqualTo("correlation \uD800");
          assertThat(got.getJMSReplyTo()).isEqualTo(sent.getJMSReplyTo());
          assertThat(got.getJMSType()).isEqualTo("type");
          assertThat(producers(got)).isEqualTo(producers(sent));
          assertThat(got.getJMSMessageID()).isNotNull().isNotEqualTo(sent.getJMSMessageID());
          assertThat(got.getJMSDeliveryMode()).isEqualTo(jakarta.jms.DeliveryMode.PERSISTENT);
        });
  }

  private static void setEach(Message message) throws JMSException {
    message.setBooleanProperty("b", true);
    message.setByteProperty("y", (byte) -1);
    message.setShortProperty("s", Short.MIN_VALUE);
    message.setIntProperty("i", 3);
    message.setLongProperty("l", 130_775_545_883_395_173L);
    message.setFloatProperty("f", 0.1f);
    message.setDoubleProperty("d", Double.NaN);
    message.setStringProperty("t", "NUL \0 \uD800 é");
    message.setStringProperty("empty", "");
    message.setStringProperty("null_text", null);
    message.setStringProperty("__proto__", "x");
    message.setStringProperty("JMSXGroupID", "group");
    message.setIntProperty("JMSXGroupSeq", 7);
    message.setStringProperty("sluice_dedupe_key", "key");
    message.setLongProperty("sluice_not_before", 1);
    message.setStringProperty("sluice_other", "kept");
    message.setStringProperty(
        "traceparent", "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01");
    message.setStringProperty("tracestate", "vendor=1");
  }

  private static Map<String, @Nullable Object> producers(Message message) throws JMSException {
    Map<String, @Nullable Object> all = new TreeMap<>();
    Enumeration<?> names = message.getPropertyNames();
    while (names.hasMoreElements()) {
      String name = (String) names.nextElement();
      all.put(name, message.getObjectProperty(name));
    }
    all.keySet()
        .removeAll(
            List.of(
                "JMSXDeliveryCount",
                "_AMQ_DUPL_ID",
                "_AMQ_LARGE_SIZE",
                "sluice_policy",
                "sluice_namespace",
                "sluice_job_id",
                "sluice_attempt",
                "sluice_admitted_at",
                "sluice_lease_ms"));
    return all;
  }

  @Test
  void correlation_id_of_bytes() {
    roundTrip(
        context -> {
          Message message = context.createMessage();
          message.setJMSCorrelationIDAsBytes(new byte[] {9, 0, -1});
          return message;
        },
        (sent, got) -> assertThat(got.getJMSCorrelationIDAsBytes()).containsExactly(9, 0, -1));
  }

  @Test
  void reply_to_a_queue_and_priority() {
    roundTrip(
        context -> {
          Message message = context.createMessage();
          message.setJMSReplyTo(context.createQueue("answers"));
          return message;
        },
        (sent, got) -> {
          assertThat(((Queue) got.getJMSReplyTo()).getQueueName()).isEqualTo("answers");
          assertThat(got.getJMSPriority()).isEqualTo(sent.getJMSPriority());
        });
  }

  @Test
  void properties_that_only_other_protocols_can_set() {
    roundTrip(
        context -> {
          Message message = context.createMessage();
          ClientMessage core = ((ActiveMQMessage) message).getCoreMessage();
          core.putStringProperty("content-type", "text/x");
          core.putStringProperty("a.b c", "");
          core.putBytesProperty("raw", new byte[] {1});
          core.putCharProperty(SimpleString.of("letter"), 'é');
          return message;
        },
        (sent, got) -> {
          ClientMessage core = ((ActiveMQMessage) got).getCoreMessage();
          assertThat(core.getStringProperty("content-type")).isEqualTo("text/x");
          assertThat(core.getStringProperty("a.b c")).isEmpty();
          assertThat(core.getBytesProperty("raw")).containsExactly(1);
          assertThat(core.getObjectProperty("letter")).isEqualTo('é');
        });
  }

  @Test
  void compressed_bodies() throws Exception {
    byte[] bytes = new byte[2_000_000];
    try (var factory =
            new org.apache.activemq.artemis.jms.client.ActiveMQConnectionFactory(
                broker.settings().url() + "?compressLargeMessage=true&minLargeMessageSize=102400");
        JMSContext context = factory.createContext()) {
      BytesMessage message = context.createBytesMessage();
      message.writeBytes(bytes);
      message.setStringProperty("sluice_policy", "p");
      context.createProducer().send(context.createQueue(QUEUES.intake()), message);
    }
    StageRequest request = STAGED.poll(20, TimeUnit.SECONDS);
    assertThat(request).isNotNull();
    assertThat(request.message().body()).hasSize(2_000_000);
    assertThat(request.message().properties()).containsOnlyKeys("sluice_policy");
  }
}
