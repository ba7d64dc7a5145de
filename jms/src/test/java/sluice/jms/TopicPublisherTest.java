package sluice.jms;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.jms.JMSException;
import jakarta.jms.Message;
import jakarta.jms.TextMessage;
import jakarta.jms.Topic;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import sluice.ejb.broadcast.PublishedEvent;
import sluice.jms.event.TopicPublisher;

/** Events as a JMS subscriber sees them. */
class TopicPublisherTest extends TrafficTest {
  private static final String TOPIC = "sluice.events";

  private TopicPublisher publisher() {
    startTraffic();
    return traffic.publisher(TOPIC);
  }

  private static List<PublishedEvent> events(long from, long to) {
    return LongStream.rangeClosed(from, to)
        .mapToObj(seq -> new PublishedEvent(seq, "JobDead", "{\"jobId\" : \"" + seq + " ü☃\"}"))
        .toList();
  }

  private static List<Long> numbers(JMSConsumer consumer, int most) {
    List<Long> numbers = new ArrayList<>();
    Message message;
    while (numbers.size() < most && (message = consumer.receive(5_000)) != null) {
      numbers.add((Long) TestBroker.property(message, "sluice_seq"));
    }
    return numbers;
  }

  private interface Question<R> {
    R of(Message message) throws JMSException;
  }

  private static <R> R ask(Message message, Question<R> question) {
    try {
      return question.of(message);
    } catch (JMSException e) {
      throw new AssertionError(e);
    }
  }

  private static Topic topic(JMSContext context) {
    return context.createTopic(TOPIC);
  }

  @Test
  void an_event_is_a_text_message_with_type_and_number() {
    TopicPublisher publisher = publisher();
    broker.with(context -> {
      JMSConsumer consumer = context.createConsumer(topic(context));
      publisher.publish(events(7, 7));
      Message message = consumer.receive(10_000);
      assertThat(message).isInstanceOf(TextMessage.class);
      String text = ask(message, m -> m.getBody(String.class));
      assertThat(text).isEqualTo("{\"jobId\" : \"7 ü☃\"}");
      assertThat(TestBroker.property(message, "sluice_event")).isEqualTo("JobDead");
      assertThat(TestBroker.property(message, "sluice_seq")).isEqualTo(7L);
      String id = ask(message, Message::getJMSMessageID);
      assertThat(id).isNotNull();
      long kept = ask(message, Message::getJMSExpiration) - System.currentTimeMillis();
      assertThat(kept).as("for a day").isBetween(86_000_000L, 86_400_000L);
      return null;
    });
  }

  @Test
  void every_subscriber_gets_every_event_in_order_and_a_selector_works() {
    TopicPublisher publisher = publisher();
    broker.with(context -> {
      JMSConsumer one = context.createConsumer(topic(context));
      JMSConsumer other =
          context.createConsumer(topic(context), "sluice_event = 'JobDead' and sluice_seq > 995");
      publisher.publish(events(1, 500));
      publisher.publish(events(501, 1_000));
      List<Long> all = LongStream.rangeClosed(1, 1_000).boxed().toList();
      assertThat(numbers(one, 1_000)).isEqualTo(all);
      assertThat(numbers(other, 5)).containsExactly(996L, 997L, 998L, 999L, 1_000L);
      return null;
    });
  }

  @Test
  void without_subscribers_nothing_is_kept_and_nothing_fails() {
    TopicPublisher publisher = publisher();
    publisher.publish(events(1, 10));
    broker.with(context -> {
      JMSConsumer late = context.createConsumer(topic(context));
      publisher.publish(events(11, 11));
      assertThat(numbers(late, 1)).containsExactly(11L);
      return null;
    });
  }

  @Test
  void a_durable_subscriber_that_was_away_gets_what_he_missed_over_a_restart_of_the_broker()
      throws Exception {
    TopicPublisher publisher = publisher();
    broker.with(context -> {
      context.createSharedDurableConsumer(topic(context), "viewer").close();
      return null;
    });
    publisher.publish(events(1, 3));
    broker.stop();
    assertThatThrownBy(() -> publisher.publish(events(4, 5)))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(TOPIC);
    broker.startAgain();
    publisher.publish(events(4, 5));
    broker.with(context -> {
      JMSConsumer back = context.createSharedDurableConsumer(topic(context), "viewer");
      assertThat(numbers(back, 5)).containsExactly(1L, 2L, 3L, 4L, 5L);
      return null;
    });
  }

  @Test
  void the_topic_has_a_name_of_its_own_if_so_set() {
    assertThat(JmsSettings.eventsTopic(name -> Optional.empty())).isEqualTo(TOPIC);
    assertThat(JmsSettings.eventsTopic(name -> Optional.of(" a.b "))).isEqualTo("a.b");
  }

  @Test
  void once_closed_it_publishes_nothing() {
    TopicPublisher publisher = publisher();
    publisher.close();
    assertThatThrownBy(() -> publisher.publish(events(1, 1)))
        .isInstanceOf(IllegalStateException.class);
  }
}
