package sluice.jms.forward;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import org.apache.activemq.artemis.api.core.ActiveMQExceptionType;
import org.apache.activemq.artemis.api.core.client.ClientMessage;
import sluice.ejb.forward.ForwardedJob;
import sluice.ejb.forward.ForwardingFailed;
import sluice.ejb.forward.WorkQueues;
import sluice.jms.broker.Broker;
import sluice.jms.broker.BrokerSession;
import sluice.jms.message.MessageWriter;

/**
 * Sends a batch in one transaction of the broker. If the broker knows one of its duplicate ids, or
 * stumbles over one of its messages, the transaction is gone, and the batch is sent again message
 * by message: copies are dropped by the broker then, and the one bad message stands in nobody's
 * way.
 *
 * <p>Thread-safe: each batch has a session of its own. A call that takes longer than {@value
 * #LONGEST_SECONDS} s, because the broker lets nobody send to a full address, is broken off.
 */
public final class Forwarder implements WorkQueues, AutoCloseable {
  private static final Logger LOG = System.getLogger(Forwarder.class.getName());
  private static final int LONGEST_SECONDS = 60;

  private final Broker broker;
  private final Senders senders;
  private final ScheduledExecutorService watch;

  /**
   * Opens nothing yet.
   *
   * @param watch breaks off calls that take too long
   */
  public Forwarder(Broker broker, ScheduledExecutorService watch) {
    this.broker = broker;
    this.senders = new Senders(broker);
    this.watch = watch;
  }

  @Override
  public void forward(String destination, List<ForwardedJob> jobs) {
    List<ForwardedJob> due =
        jobs.stream().filter(job -> MessageWriter.isInTime(job.terms().timeToLive())).toList();
    if (due.isEmpty()) {
      return;
    }
    try {
      List<Unforwardable> left = attempt(destination, due);
      if (!left.isEmpty()) {
        throw new ForwardingFailed(
            left.size() + " of " + due.size() + " messages can't be forwarded: " + left.getFirst(),
            left.getFirst().cause(),
            left.stream().map(Unforwardable::refused).toList());
      }
    } catch (ActiveMQException | RuntimeException e) {
      throw e instanceof ForwardingFailed failed
          ? failed
          : new ForwardingFailed("queue " + destination + ": " + e.getMessage(), e);
    }
  }

  private List<Unforwardable> attempt(String destination, List<ForwardedJob> jobs)
      throws ActiveMQException {
    BrokerSession session = senders.borrow();
    boolean usable = false;
    try (Limit limit = limit(session)) {
      session.ensureQueue(destination);
      try {
        sendTogether(session, destination, jobs);
        usable = true;
        return List.of();
      } catch (ActiveMQException e) {
        if (!isAboutContent(e) || !session.alive()) {
          throw e;
        }
        LOG.log(
            Level.DEBUG,
            "event=sent-one-by-one queue={0} cause=\"{1}\"",
            destination,
            e.toString());
      }
    } finally {
      if (usable) {
        senders.giveBack(session);
      } else {
        session.close();
      }
    }
    return sendEach(destination, jobs);
  }

  private static void sendTogether(
      BrokerSession session, String destination, List<ForwardedJob> jobs) throws ActiveMQException {
    for (ForwardedJob job : jobs) {
      session.send(destination, MessageWriter.write(session, job));
    }
    session.commit();
  }

  private List<Unforwardable> sendEach(String destination, List<ForwardedJob> jobs)
      throws ActiveMQException {
    List<Unforwardable> left = new ArrayList<>();
    try (BrokerSession session = broker.openDirect();
        Limit limit = limit(session)) {
      for (ForwardedJob job : jobs) {
        try {
          ClientMessage message = MessageWriter.write(session, job);
          session.send(destination, message);
        } catch (ActiveMQException e) {
          if (!isAboutContent(e) || !session.alive()) {
            throw e;
          }
          if (e.getType() != ActiveMQExceptionType.DUPLICATE_ID_REJECTED) {
            left.add(new Unforwardable(job.id(), job.attempt(), e));
          }
        }
      }
    }
    return left;
  }

  private interface Limit extends AutoCloseable {
    @Override
    void close();
  }

  private Limit limit(BrokerSession session) {
    ScheduledFuture<?> abort = watch.schedule(session::abort, LONGEST_SECONDS, TimeUnit.SECONDS);
    return () -> abort.cancel(false);
  }

  /** Whether another message might have gone through where this one did not. */
  private static boolean isAboutContent(ActiveMQException e) {
    return switch (e.getType()) {
      case DUPLICATE_ID_REJECTED,
          TRANSACTION_ROLLED_BACK,
          ILLEGAL_STATE,
          LARGE_MESSAGE_ERROR_BODY,
          IO_ERROR,
          GENERIC_EXCEPTION,
          INTERNAL_ERROR ->
          true;
      default -> false;
    };
  }

  @Override
  public boolean reachable() {
    return broker.reachable();
  }

  /** Closes the sessions that nobody uses. */
  @Override
  public void close() {
    senders.close();
  }
}
