package sluice.ejb.forward;

import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;

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

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private ManagedExecutorService executor;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  private volatile @Nullable WorkQueues queues;
  private final Map<Integer, CompletableFuture<Void>> underWay = new ConcurrentHashMap<>();
  private final Set<Long> inHand = ConcurrentHashMap.newKeySet();
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
    underWay.put(
        batch.policy().id(), CompletableFuture.runAsync(() -> send(batch, admitted), executor));
  }

  private void send(AdmittedBatch batch, long admitted) {
    try {
      Duration age = Duration.ofNanos(System.nanoTime() - admitted);
      send(batch.id(), batch.policy(), Outbox.jobs(batch, age));
    } catch (RuntimeException e) {
      failed(batch.id(), e);
    } finally {
      inHand.remove(batch.id());
    }
  }

  private void send(long batch, ActivePolicy policy, List<ForwardedJob> jobs) {
    WorkQueues brokerSide = queues;
    if (brokerSide == null) {
      throw new IllegalStateException("the broker's side has not started yet");
    }
    if (!jobs.isEmpty()) {
      brokerSide.forward(policy.policy().destination(), jobs);
    }
    transactions.runApart(connection -> Outbox.close(connection, batch));
    if (failing.compareAndSet(true, false)) {
      LOG.log(Level.INFO, "event=forwarding-again batch={0,number,#}", batch);
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
   * Sends open batches again that nobody has in hand, oldest first; stops at the first that the
   * broker does not take.
   */
  public void relay() {
    List<Outbox.Open> open =
        transactions.runApart(connection -> Outbox.open(connection, RELAY_AFTER, RELAY_LIMIT));
    for (Outbox.Open batch : open) {
      if (!inHand.contains(batch.id()) && !relayed(batch)) {
        return;
      }
    }
  }

  private boolean relayed(Outbox.Open batch) {
    try {
      ActivePolicy policy = Outbox.policyOf(batch, policies);
      List<ForwardedJob> jobs =
          transactions.runApart(connection -> Outbox.read(connection, batch, policy));
      send(batch.id(), policy, jobs);
      LOG.log(
          Level.INFO,
          "event=batch-sent-again batch={0,number,#} jobs={1}",
          batch.id(),
          jobs.size());
      return true;
    } catch (RuntimeException e) {
      failed(batch.id(), e);
      return false;
    }
  }
}
