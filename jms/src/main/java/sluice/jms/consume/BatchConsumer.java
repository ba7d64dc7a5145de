package sluice.jms.consume;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.activemq.artemis.api.core.ActiveMQException;
import sluice.jms.broker.Broker;
import sluice.jms.broker.BrokerSession;
import sluice.jms.broker.Outage;
import sluice.jms.broker.Pause;
import sluice.jms.message.RejectedCopy;
import sluice.jms.message.UnfitMessage;

/**
 * Receives messages and hands them on in batches until it is stopped. A batch goes to the database
 * first; then its messages are acknowledged, each by itself, and its unfit ones sent to the
 * rejected queue, in one transaction of the broker.
 *
 * <p>So a message may come twice and is never lost: it stays unacknowledged until the database has
 * it, and a database that is away raises no delivery count. Nothing ends the loop but {@link
 * #stop}; a broker that is away is waited for.
 *
 * @param <T> what the service understands
 */
public final class BatchConsumer<T> implements Runnable {
  private static final Logger LOG = System.getLogger(BatchConsumer.class.getName());
  private static final long IDLE_MS = 250;
  private static final long NEIGHBOURS_MS = 500;

  private final String name;
  private final Broker broker;
  private final ConsumerWork<T> work;
  private final CountDownLatch stop = new CountDownLatch(1);
  private final PatientHandler<T> handler;
  private final Consumer<String> rejected;
  private final Pause pause = new Pause(stop);
  private boolean failing;

  /**
   * Does nothing before {@link #run}.
   *
   * @param name for the log, e.g. {@code intake-1}
   * @param database what loops that wait for the database share
   * @param rejected told the reason's code of each message that went to the rejected queue
   */
  public BatchConsumer(
      String name,
      Broker broker,
      Outage database,
      ConsumerWork<T> work,
      Consumer<String> rejected) {
    this.name = name;
    this.broker = broker;
    this.work = work;
    this.rejected = rejected;
    this.handler = new PatientHandler<>(work.handler(), database, () -> new Pause(stop));
  }

  /** Ends the loop after the batch in hand. Thread-safe. */
  public void stop() {
    stop.countDown();
  }

  /** Receives until {@link #stop}; for one thread. */
  @Override
  public void run() {
    LOG.log(Level.DEBUG, "event=consumer-started name={0}", name);
    while (!stopped()) {
      try {
        receive();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      } catch (Exception | LinkageError | StackOverflowError | OutOfMemoryError e) {
        if (stopped()) {
          break;
        }
        failing = true;
        broker.outage().failed(e);
        if (!pausedWell()) {
          break;
        }
      }
    }
    LOG.log(Level.DEBUG, "event=consumer-stopped name={0}", name);
  }

  private boolean stopped() {
    return stop.getCount() == 0;
  }

  private boolean pausedWell() {
    try {
      pause.await();
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private void receive() throws ActiveMQException, InterruptedException {
    handler.forgetReceipt();
    try (BrokerSession session = broker.openTransacted();
        Receiving<T> receiving = new Receiving<>(session, work)) {
      if (handler.wantsNeighbours()) {
        stop.await(NEIGHBOURS_MS, TimeUnit.MILLISECONDS);
      }
      while (!stopped()) {
        if (!session.alive()) {
          throw new ActiveMQException("the connection to the broker broke");
        }
        List<Received<T>> batch = receiving.take(IDLE_MS);
        try {
          if (!batch.isEmpty() && !handled(session, batch)) {
            return;
          }
        } finally {
          batch.forEach(received -> received.incoming().body().discard());
        }
        working();
      }
    }
  }

  /** Only who saw the outage says that it is over: another connection may not have noticed it. */
  private void working() {
    pause.reset();
    if (failing) {
      failing = false;
      broker.outage().over();
    }
  }

  /** False if the batch was given up: closing the session gives its messages back. */
  private boolean handled(BrokerSession session, List<Received<T>> batch)
      throws ActiveMQException, InterruptedException {
    List<T> values = new ArrayList<>(batch.size());
    for (Received<T> received : batch) {
      T value = received.value();
      if (value != null) {
        values.add(value);
      }
    }
    Optional<List<Optional<UnfitMessage>>> answers =
        values.isEmpty()
            ? Optional.of(List.of())
            : handler.handle(values, () -> !stopped() && session.alive());
    if (answers.isEmpty()) {
      return false;
    }
    acknowledge(session, batch, answers.get());
    return true;
  }

  private void acknowledge(
      BrokerSession session, List<Received<T>> batch, List<Optional<UnfitMessage>> answers)
      throws ActiveMQException {
    List<String> reasons = new ArrayList<>();
    Iterator<Optional<UnfitMessage>> answer = answers.iterator();
    for (Received<T> received : batch) {
      Optional<UnfitMessage> unfit =
          received.value() == null ? Optional.ofNullable(received.unfit()) : answer.next();
      if (unfit.isPresent()) {
        reject(session, received, unfit.get());
        reasons.add(unfit.get().code());
      }
      received.incoming().message().individualAcknowledge();
    }
    session.commit();
    reasons.forEach(rejected);
  }

  private void reject(BrokerSession session, Received<T> received, UnfitMessage reason)
      throws ActiveMQException {
    LOG.log(
        Level.INFO,
        "event=rejected message={0} queue={1} reason={2} detail=\"{3}\"",
        received.incoming().identity(),
        received.incoming().queue(),
        reason.code(),
        reason.detail());
    session.send(work.rejectedQueue(), RejectedCopy.of(session, received.incoming(), reason));
  }
}
