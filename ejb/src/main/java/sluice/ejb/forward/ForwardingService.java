package sluice.ejb.forward;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.SqlWork;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.thread.Threads;

/**
 * Forward: sends admitted batches to their work queue, after the database has committed, and closes
 * them once the broker has taken them.
 *
 * <p>Batches of one policy are sent one after the other, in the order of admission; the next tick
 * runs meanwhile. A batch that the broker does not take stays open, and {@link OutboxRelay} sends
 * it again. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ForwardingService {
  private static final Logger LOG = System.getLogger(ForwardingService.class.getName());

  /** Younger open batches are on their way by whoever admitted them. */
  private static final Duration RELAY_AFTER = Duration.ofSeconds(2);

  private static final int RELAY_LIMIT = 20;

  /** Batches sent at once by this node: each holds a connection to the database meanwhile. */
  private static final int SENDERS = 8;

  private static final int NOT_OURS = -1;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Threads threads;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Event<AttemptsRefused> refusals;

  private volatile @Nullable WorkQueues queues;
  private final Map<Integer, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
  private final Set<Long> inHand = ConcurrentHashMap.newKeySet();
  private final Semaphore senders = new Semaphore(SENDERS);
  private final AtomicBoolean failing = new AtomicBoolean();

  /** The broker's side introduces itself. */
  public void register(WorkQueues brokerSide) {
    queues = brokerSide;
  }

  /** The broker's side goes away. */
  public void unregister(WorkQueues brokerSide) {
    if (brokerSide.equals(queues)) {
      queues = null;
    }
  }

  /** Whether the broker answered when it was last asked. */
  public boolean brokerReachable() {
    WorkQueues brokerSide = queues;
    return brokerSide != null && brokerSide.reachable();
  }

  /**
   * Forwards a batch just admitted, behind the policy's batch before it. Waits only while two are
   * under way already.
   */
  public void forward(AdmittedBatch batch) {
    long admitted = System.nanoTime();
    inHand.add(batch.id());
    CompletableFuture<Void> before = underWay.get(batch.policy().id());
    if (before != null) {
      before.join();
    }
    try {
      underWay.put(
          batch.policy().id(), CompletableFuture.runAsync(() -> send(batch, admitted), threads));
    } catch (RuntimeException e) {
      inHand.remove(batch.id());
      failed(batch.id(), e);
    }
  }

  private void send(AdmittedBatch batch, long admitted) {
    try {
      send(
          batch.id(),
          batch.policy().policy().destination(),
          connection -> Outbox.jobs(batch, Duration.ofNanos(System.nanoTime() - admitted)));
    } catch (RuntimeException e) {
      failed(batch.id(), e);
    } finally {
      inHand.remove(batch.id());
    }
  }

  /**
   * Sends a batch and closes it, unless another node does or did. The row is locked meanwhile: the
   * broker knows a copy only once the transaction that brought the first one is committed, so two
   * at the same time would both be taken.
   *
   * @return how many jobs, or {@value #NOT_OURS}
   */
  private int send(long batch, String destination, SqlWork<Outbox.Ready> jobs) {
    WorkQueues brokerSide = queues;
    if (brokerSide == null) {
      throw new IllegalStateException("the broker's side has not started yet");
    }
    int sent;
    senders.acquireUninterruptibly();
    try {
      sent =
          transactions.runApart(connection -> {
            if (Outbox.close(connection, batch) == 0) {
              return NOT_OURS;
            }
            Outbox.Ready ready = jobs.on(connection);
            forward(brokerSide, destination, ready);
            return ready.jobs().size();
          });
    } finally {
      senders.release();
    }
    if (sent != NOT_OURS && failing.compareAndSet(true, false)) {
      LOG.log(Level.INFO, "event=forwarding-again batch={0,number,#}", batch);
    }
    return sent;
  }

  /** A message that the broker will never take ends its attempt and blocks no other. */
  private void forward(WorkQueues brokerSide, String destination, Outbox.Ready ready) {
    if (!ready.unreadable().isEmpty()) {
      refusals.fire(new AttemptsRefused(ready.unreadable()));
    }
    if (ready.jobs().isEmpty()) {
      return;
    }
    try {
      brokerSide.forward(destination, ready.jobs());
    } catch (ForwardingFailed e) {
      if (e.refused().isEmpty()) {
        throw e;
      }
      refusals.fire(new AttemptsRefused(e.refused()));
    }
  }

  private void failed(long batch, RuntimeException e) {
    if (failing.compareAndSet(false, true)) {
      LOG.log(
          Level.WARNING,
          "event=forwarding-failed batch={0,number,#} cause=\"{1}\" hint=\"the batch stays open and is sent again\"",
          batch,
          e.getMessage());
    }
    LOG.log(Level.DEBUG, "forwarding failed", e);
  }

  /**
   * Sends open batches again that nobody has in hand, oldest first. A policy whose batch the broker
   * does not take waits for the next round.
   */
  public void relay() {
    relay(RELAY_AFTER);
  }

  /** Sends open batches that nobody has in hand, young ones too; returns at once. */
  public void relaySoon() {
    try {
      threads.execute(() -> relay(Duration.ZERO));
    } catch (RuntimeException e) {
      LOG.log(Level.DEBUG, "the next round of the relay sends what is open", e);
    }
  }

  private void relay(Duration older) {
    List<Outbox.Open> open =
        transactions.runApart(connection -> Outbox.open(connection, older, RELAY_LIMIT));
    Set<Integer> stuck = new HashSet<>();
    for (Outbox.Open batch : open) {
      if (stuck.contains(batch.policyId()) || !inHand.add(batch.id())) {
        continue;
      }
      try {
        if (!relayed(batch)) {
          stuck.add(batch.policyId());
          if (!brokerReachable()) {
            return;
          }
        }
      } finally {
        inHand.remove(batch.id());
      }
    }
  }

  private boolean relayed(Outbox.Open batch) {
    try {
      Optional<ActivePolicy> policy = policies.byId(batch.policyId());
      if (policy.isEmpty()) {
        transactions.runApart(connection -> Outbox.close(connection, batch.id()));
        return true;
      }
      // Where it was sent first: the broker knows copies of one queue only.
      String destination = batch.destination();
      int sent =
          send(
              batch.id(),
              destination == null ? policy.get().policy().destination() : destination,
              connection -> Outbox.read(connection, batch, policy.get()));
      if (sent != NOT_OURS) {
        LOG.log(Level.INFO, "event=batch-sent-again batch={0,number,#} jobs={1}", batch.id(), sent);
      }
      return true;
    } catch (RuntimeException e) {
      failed(batch.id(), e);
      return false;
    }
  }
}
