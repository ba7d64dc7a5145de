package sluice.jms.consume;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.client.ClientConsumer;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import sluice.jms.broker.BrokerSession;
import sluice.jms.message.Body;
import sluice.jms.message.BodyReader;
import sluice.jms.message.Incoming;
import sluice.jms.message.UnfitMessage;

/**
 * One session that receives from a changing set of queues. Messages are read on a thread of the
 * broker's client; nothing is acknowledged here.
 */
final class Receiving<T> implements AutoCloseable {
  private static final long LOOK_NANOS = TimeUnit.SECONDS.toNanos(1);

  private final BrokerSession session;
  private final ConsumerWork<T> work;
  private final BodyReader bodies;
  private final Inbox<T> inbox;
  private final Map<String, ClientConsumer> consumers = new HashMap<>();
  private long lookedAt;

  Receiving(BrokerSession session, ConsumerWork<T> work) throws ActiveMQException {
    this.session = session;
    this.work = work;
    this.bodies = new BodyReader(work.bodyMemory());
    this.inbox = new Inbox<>(work.limits());
    session.ensureQueue(work.rejectedQueue());
    attach();
  }

  /** The next batch; empty if nothing came for a while. */
  List<Received<T>> take(long millis) throws ActiveMQException, InterruptedException {
    if (System.nanoTime() - lookedAt >= LOOK_NANOS) {
      attach();
    }
    return inbox.take(millis);
  }

  private void attach() throws ActiveMQException {
    lookedAt = System.nanoTime();
    consumers.values().removeIf(ClientConsumer::isClosed);
    for (String queue : work.queues().names(session)) {
      if (!consumers.containsKey(queue)) {
        consumers.put(queue, session.consume(queue, message -> receive(message, queue)));
      }
    }
  }

  /** On the client's thread. A message that is not passed on here must end the session. */
  private void receive(ClientMessage message, String queue) {
    try {
      Body body = bodies.read(message);
      inbox.put(interpreted(new Incoming(message, body, queue, session.storeId())));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      inbox.fail(e);
    } catch (Throwable e) {
      inbox.fail(e);
    }
  }

  private Received<T> interpreted(Incoming incoming) {
    try {
      return new Received<>(incoming, work.interpreter().read(incoming), null);
    } catch (UnfitMessage e) {
      return new Received<>(incoming, null, e);
    } catch (RuntimeException e) {
      return new Received<>(
          incoming, null, new UnfitMessage(UnfitMessage.UNREADABLE, "can't be read: " + e));
    }
  }

  @Override
  public void close() {
    inbox.close();
    session.close();
  }
}
