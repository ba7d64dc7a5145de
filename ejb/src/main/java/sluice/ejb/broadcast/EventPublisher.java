package sluice.ejb.broadcast;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Transactions;
import sluice.ejb.namespace.PlatformCeiling;

/**
 * Five times a second, gives events of the outbox their numbers and, once that is committed, sends
 * them to the broker's topic. Nodes share the work; each step is done by one at a time. A broker
 * that is away holds nothing up but the topic. Thread-safe.
 */
@Singleton
@Startup
@DependsOn("PlatformCeiling")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class EventPublisher {
  private static final long PERIOD_MS = 200;
  private static final long LONGEST_TURN_NANOS = 500_000_000;
  private static final long PAUSE_NANOS = 2_000_000_000;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling platform;

  private final Rounds numbering = new Rounds("event-numbering");
  private final Rounds sending = new Rounds("event-topic");
  private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
  private volatile @Nullable EventTopic topic;
  private volatile long pausedAt = System.nanoTime() - PAUSE_NANOS;

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("event publisher", false));
  }

  /** The broker's side introduces itself. */
  public void register(EventTopic brokerSide) {
    topic = brokerSide;
  }

  /** The broker's side goes away. */
  public void unregister(EventTopic brokerSide) {
    if (brokerSide.equals(topic)) {
      topic = null;
    }
  }

  /** Runs {@code published} soon after this node has numbered events; it must return at once. */
  public void listen(Runnable published) {
    listeners.add(published);
  }

  /** Ends {@link #listen}. */
  public void unlisten(Runnable published) {
    listeners.remove(published);
  }

  @Timeout
  void round() {
    numbering.run(() -> {
      if (steps(() -> transactions.runApart(EventLog::number)) > 0) {
        listeners.forEach(Runnable::run);
      }
    });
    EventTopic brokerSide = topic;
    if (brokerSide != null && System.nanoTime() - pausedAt >= PAUSE_NANOS) {
      sending.run(() -> send(brokerSide));
    }
  }

  private void send(EventTopic brokerSide) {
    try {
      steps(() -> transactions.runApart(connection -> EventLog.send(connection, brokerSide)));
    } catch (RuntimeException e) {
      pausedAt = System.nanoTime();
      throw e;
    }
  }

  private interface Step {
    int events();
  }

  /** Steps until there is no more for this node, or it has had its turn; the events in all. */
  private static int steps(Step step) {
    long begun = System.nanoTime();
    int all = 0;
    int events;
    do {
      events = step.events();
      all += events;
    } while (events == EventLog.STEP && System.nanoTime() - begun < LONGEST_TURN_NANOS);
    return all;
  }

  /** Numbered events behind a number, in order. */
  public List<PublishedEvent> after(long seq, int limit) {
    return transactions.runApart(connection -> EventLog.after(connection, seq, limit));
  }

  /** Which events can be read. */
  public EventHorizon horizon() {
    return transactions.runApart(EventLog::horizon);
  }

  /** The state that events tell of, now. */
  public EventSnapshot snapshot() {
    return transactions.runApart(connection -> EventLog.snapshot(connection, platform.quota()));
  }
}
