package sluice.jms.broker;

import java.util.List;
import org.apache.activemq.artemis.api.core.ActiveMQAddressExistsException;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQQueueExistsException;
import org.apache.activemq.artemis.api.core.QueueConfiguration;
import org.apache.activemq.artemis.api.core.RoutingType;
import org.apache.activemq.artemis.api.core.SimpleString;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import org.apache.activemq.artemis.api.core.client.ClientProducer;
import org.apache.activemq.artemis.api.core.client.ClientSession;
import org.apache.activemq.artemis.api.core.client.ClientSessionFactory;
import org.apache.activemq.artemis.api.core.client.MessageHandler;
import org.apache.activemq.artemis.core.client.impl.ClientSessionFactoryInternal;
import org.jspecify.annotations.Nullable;

/**
 * One session on one connection. Used by one thread, apart from {@link #abort} and from the
 * handlers of its consumers.
 */
public final class BrokerSession implements AutoCloseable {
  private final ClientSessionFactory connection;
  private final ClientSession session;
  private final ClientProducer producer;

  BrokerSession(ClientSessionFactory connection, ClientSession session) throws ActiveMQException {
    this.connection = connection;
    this.session = session;
    this.producer = session.createProducer();
    session.start();
  }

  /** False once the connection broke: nothing can be done with the session then. */
  public boolean alive() {
    return !session.isClosed() && !connection.isClosed();
  }

  /** Makes the queue, durable and to stay, if there is none of this name. */
  public void ensureQueue(String name) throws ActiveMQException {
    if (session.queueQuery(SimpleString.of(name)).isExists()) {
      return;
    }
    try {
      session.createQueue(
          QueueConfiguration.of(name)
              .setAddress(name)
              .setRoutingType(RoutingType.ANYCAST)
              .setDurable(true)
              .setAutoDelete(false));
    } catch (ActiveMQQueueExistsException e) {
      // somebody else made it in between: as good
    }
  }

  /** Makes the topic, to stay, if there is no address of this name. */
  public void ensureTopic(String name) throws ActiveMQException {
    if (session.addressQuery(SimpleString.of(name)).isExists()) {
      return;
    }
    try {
      session.createAddress(SimpleString.of(name), RoutingType.MULTICAST, false);
    } catch (ActiveMQAddressExistsException e) {
      // somebody else made it in between: as good
    }
  }

  /** Names of all queues whose address is below this one, or is this one. */
  public List<String> queuesBelow(String address) throws ActiveMQException {
    return session.addressQuery(SimpleString.of(address + ".#")).getQueueNames().stream()
        .map(SimpleString::toString)
        .toList();
  }

  /** Whether what is sent to the address of this name is put in the queue of this name. */
  public boolean isPointToPoint(String name) throws ActiveMQException {
    ClientSession.QueueQuery queue = session.queueQuery(SimpleString.of(name));
    return queue.isExists()
        && queue.getName().equals(queue.getAddress())
        && queue.getRoutingType() == RoutingType.ANYCAST;
  }

  /**
   * Hands the queue's messages to {@code handler}, one after the other for the whole session, on a
   * thread of the broker's client.
   */
  public ClientConsumer consume(String queue, MessageHandler handler) throws ActiveMQException {
    return session.createConsumer(queue).setMessageHandler(handler);
  }

  /** An empty durable message of a core type. */
  public ClientMessage newMessage(byte type) {
    ClientMessage message = session.createMessage(type, true);
    message.setRoutingType(RoutingType.ANYCAST);
    return message;
  }

  /** Sends to a queue; in a transacted session nothing happens before {@link #commit}. */
  public void send(String queue, ClientMessage message) throws ActiveMQException {
    producer.send(queue, message);
  }

  /** Makes all sends and acknowledgements since the last commit effective together. */
  public void commit() throws ActiveMQException {
    session.commit();
  }

  /** Takes all sends since the last commit back. */
  public void rollback() throws ActiveMQException {
    session.rollback();
  }

  /** Names the broker's store: message numbers are unique within one. */
  public @Nullable String storeId() {
    return connection instanceof ClientSessionFactoryInternal internal
        ? internal.getPrimaryNodeId()
        : null;
  }

  /**
   * Ends the connection without asking the broker; frees a thread that waits in a call.
   * Thread-safe.
   */
  public void abort() {
    connection.cleanup();
  }

  /**
   * Messages that were received and not acknowledged go back to their queues, and are not counted
   * as delivered.
   */
  @Override
  public void close() {
    try {
      session.close();
    } catch (ActiveMQException | RuntimeException e) {
      System.getLogger(BrokerSession.class.getName())
          .log(System.Logger.Level.DEBUG, "session closed with an error", e);
    } finally {
      connection.close();
    }
  }
}
