package sluice.jms.event;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.utils.UUIDGenerator;
import org.jspecify.annotations.Nullable;
import sluice.client.WireFormat;
import sluice.ejb.broadcast.EventTopic;
import sluice.ejb.broadcast.PublishedEvent;
import sluice.jms.broker.Broker;
import sluice.jms.broker.BrokerSession;

/**
 * Publishes events, a text message each, in one transaction of the broker. A message that no
 * durable subscription takes within {@value #KEPT_HOURS} hours expires, so that a forgotten one
 * does not fill the broker's disk. A call that takes longer than {@value #LONGEST_SECONDS} s is
 * broken off.
 *
 * <p>Keeps one session. Called by one thread at a time; {@link #close} by any.
 */
public final class TopicPublisher implements EventTopic, AutoCloseable {
  private static final int LONGEST_SECONDS = 10;
  private static final int KEPT_HOURS = 24;

  private final Broker broker;
  private final String topic;
  private final ScheduledExecutorService watch;
  private volatile @Nullable BrokerSession session;
  private volatile boolean closed;

  /**
   * Opens nothing yet.
   *
   * @param watch breaks off calls that take too long
   */
  public TopicPublisher(Broker broker, String topic, ScheduledExecutorService watch) {
    this.broker = broker;
    this.topic = topic;
    this.watch = watch;
  }

  @Override
  public void publish(List<PublishedEvent> events) {
    if (closed) {
      throw new IllegalStateException("the way to the broker is closed");
    }
    boolean done = false;
    try {
      BrokerSession open = open();
      ScheduledFuture<?> abort = watch.schedule(open::abort, LONGEST_SECONDS, TimeUnit.SECONDS);
      try {
        for (PublishedEvent event : events) {
          open.send(topic, message(open, event));
        }
        open.commit();
        done = true;
      } finally {
        abort.cancel(false);
      }
    } catch (ActiveMQException e) {
      throw new IllegalStateException("topic " + topic + ": " + e.getMessage(), e);
    } finally {
      if (!done) {
        forget();
      }
    }
  }

  private BrokerSession open() throws ActiveMQException {
    BrokerSession kept = session;
    if (kept != null && kept.alive()) {
      return kept;
    }
    forget();
    BrokerSession fresh = broker.openTransacted();
    session = fresh;
    fresh.ensureTopic(topic);
    return fresh;
  }

  private static ClientMessage message(BrokerSession session, PublishedEvent event) {
    ClientMessage message = session.newMessage(ClientMessage.TEXT_TYPE);
    message.setRoutingType(RoutingType.MULTICAST);
    message.setUserID(UUIDGenerator.getInstance().generateUUID());
    message.setExpiration(System.currentTimeMillis() + Duration.ofHours(KEPT_HOURS).toMillis());
    message.putStringProperty(WireFormat.EVENT, event.type());
    message.putLongProperty(WireFormat.EVENT_SEQ, event.seq());
    message.getBodyBuffer().writeNullableSimpleString(SimpleString.of(event.body()));
    return message;
  }

  private void forget() {
    BrokerSession kept = session;
    session = null;
    if (kept != null) {
      kept.close();
    }
  }

  /** Nothing is published any more. */
  @Override
  public void close() {
    closed = true;
    forget();
  }
}
