package sluice.ejb.policy;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJB;
import jakarta.ejb.LocalBean;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import sluice.ejb.database.Transactions;

/**
 * The policies in force, in memory: what staging and ticks read instead of the database.
 *
 * <p>Every answer is at most {@value #MAX_AGE_MS} ms old, by this node's monotonic clock; a version
 * that a row names is never older than that row. Names nobody knows cost at most one query per
 * {@value #MIN_AGE_MS} ms, however many messages carry them. Thread-safe; one thread refreshes
 * while the others go on with what they have.
 */
@Singleton
@Startup
@LocalBean
@DependsOn("Migration")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.SUPPORTS)
public class PolicyCatalog implements PolicySource {
  static final long MAX_AGE_MS = 1_000;
  static final long MIN_AGE_MS = 200;

  private final ReentrantLock refreshing = new ReentrantLock();
  private final UnaryOperator<KnownPolicies> reading;
  private final LongSupplier nanoTime;
  private final AtomicLong changes = new AtomicLong();
  private volatile KnownPolicies known = KnownPolicies.NONE;
  private volatile long refreshedAt;
  private volatile long changesSeen;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  /** For the container. */
  public PolicyCatalog() {
    this.reading =
        before -> transactions.runApart(connection -> PolicyRows.read(connection, before));
    this.nanoTime = System::nanoTime;
  }

  /** For tests: reads with {@code reading}, ages with {@code nanoTime}. */
  @SuppressWarnings("NullAway.Init") // no container, no transactions
  PolicyCatalog(UnaryOperator<KnownPolicies> reading, LongSupplier nanoTime) {
    this.reading = reading;
    this.nanoTime = nanoTime;
  }

  @PostConstruct
  void open() {
    refresh();
  }

  /**
   * The same without the container between, whose way to a bean costs more than the answer: for
   * whoever asks once a job.
   */
  public PolicySource direct() {
    return this;
  }

  /** The policy of this name; asks the database again before it says that there is none. */
  @Override
  public Optional<ActivePolicy> byName(String name) {
    refreshIfOlderThan(MAX_AGE_MS);
    if (!known.hasName(name)) {
      lookAgain();
    }
    return known.byName(name);
  }

  /** The policy with this number. */
  @Override
  public Optional<ActivePolicy> byId(int id) {
    refreshIfOlderThan(MAX_AGE_MS);
    if (!known.hasId(id)) {
      lookAgain();
    }
    return known.byId(id);
  }

  /**
   * The policy with this number in at least this version.
   *
   * @param version the version on the policy's row, read by the caller
   * @throws UnknownPolicy if it is gone
   */
  @Override
  public ActivePolicy byId(int id, int version) {
    if (known.versionOf(id) < version) {
      refresh();
    }
    return byId(id).orElseThrow(() -> new UnknownPolicy(id));
  }

  /** Names of all policies, in order. */
  public List<String> names() {
    refreshIfOlderThan(MAX_AGE_MS);
    return known.names();
  }

  /** Reads the database now; returns when what was committed before the call is seen. */
  public void refresh() {
    refreshing.lock();
    try {
      read();
    } finally {
      refreshing.unlock();
    }
  }

  /** A change made on this node: the next question reads anew. */
  public void onChange(@Observes(during = TransactionPhase.AFTER_SUCCESS) PolicyChanged change) {
    changes.incrementAndGet();
  }

  /**
   * Before a policy is said to be unknown: waits for a read that is under way, since it may have
   * begun before the policy was saved, and reads anew unless what is known is younger than that.
   */
  private void lookAgain() {
    refreshing.lock();
    try {
      if (!isYoungerThan(MIN_AGE_MS)) {
        read();
      }
    } finally {
      refreshing.unlock();
    }
  }

  private void refreshIfOlderThan(long millis) {
    if (isYoungerThan(millis) || !refreshing.tryLock()) {
      return;
    }
    try {
      if (!isYoungerThan(millis)) {
        read();
      }
    } finally {
      refreshing.unlock();
    }
  }

  private boolean isYoungerThan(long millis) {
    return changesSeen == changes.get()
        && nanoTime.getAsLong() - refreshedAt < TimeUnit.MILLISECONDS.toNanos(millis);
  }

  private void read() {
    long begun = nanoTime.getAsLong();
    long seen = changes.get();
    known = reading.apply(known);
    refreshedAt = begun;
    changesSeen = seen;
  }
}
