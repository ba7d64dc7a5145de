package sluice.jms.forward;

import java.util.Deque;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import sluice.jms.broker.Broker;
import sluice.jms.broker.BrokerSession;

/**
 * Transacted sessions to forward with, kept for the next batch. A session that failed is not given
 * back but closed. Thread-safe.
 */
final class Senders implements AutoCloseable {
  private static final int KEPT = 8;

  private final Broker broker;
  private final Deque<BrokerSession> idle = new ConcurrentLinkedDeque<>();
  private volatile boolean closed;

  Senders(Broker broker) {
    this.broker = broker;
  }

  /** A session for one batch, with no transaction begun. */
  BrokerSession borrow() throws ActiveMQException {
    BrokerSession session;
    while ((session = idle.pollFirst()) != null) {
      if (session.alive()) {
        return session;
      }
      session.close();
    }
    return broker.openTransacted();
  }

  /** Keeps a session for others; its transaction has ended. */
  void giveBack(BrokerSession session) {
    if (closed || idle.size() >= KEPT || !session.alive()) {
      session.close();
    } else {
      idle.addFirst(session);
    }
  }

  @Override
  public void close() {
    closed = true;
    BrokerSession session;
    while ((session = idle.pollFirst()) != null) {
      session.close();
    }
  }
}
