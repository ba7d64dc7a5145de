package sluice.ejb.broadcast;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Serves all subscribers of a node from one look at the log: a first frame (a snapshot, or nothing
 * for one who knows where he was), then every event after it once, in order. No subscriber costs a
 * thread, a connection or a look of its own; without subscribers there is no look. Thread-safe.
 */
public final class EventHub {
  /** Events of one look, hence of one frame. */
  static final int LOOK = 500;

  /** Who is further behind gets a new snapshot. */
  static final int MOST_BEHIND = 5_000;

  private static final long SNAPSHOT_NANOS = TimeUnit.MILLISECONDS.toNanos(250);
  private static final long BEAT_NANOS = TimeUnit.SECONDS.toNanos(10);

  /**
   * That a client has gone shows when something is written to it, and surely at the second time.
   * While somebody finds no place, all are written to this often.
   */
  private static final long PROBE_NANOS = TimeUnit.MILLISECONDS.toNanos(250);

  private static final long PROBING_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long ABANDON_NANOS = TimeUnit.SECONDS.toNanos(30);

  private final Source source;
  private final Encoding encoding;
  private final int most;
  private final LongSupplier nanoTime;
  private final Set<Subscription> subscriptions = ConcurrentHashMap.newKeySet();
  private final AtomicInteger count = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private volatile boolean closed;
  private volatile long refusedAt;
  private @Nullable EventSnapshot snapshot;
  private long snapshotAt;
  private long sampledAt;
  private long beatAt;

  /** The log of events. */
  public interface Source {
    /** Events behind a number, in order, without gap. */
    List<PublishedEvent> after(long seq, int limit);

    /** Which events can be read. */
    EventHorizon horizon();

    /** The state now. */
    EventSnapshot snapshot();
  }

  /** How frames look on the wire. Stateless. */
  public interface Encoding {
    /** What comes first where nothing was missed. */
    byte[] resumed();

    /** A snapshot, and that it comes first. */
    byte[] snapshot(EventSnapshot state);

    /** Events in order. */
    byte[] events(List<PublishedEvent> events);

    /** A sign of life: when namespaces were last sampled; 0 = not since the last such sign. */
    byte[] beat(long sampledAt);

    /** The last word to one who is too slow: what comes after this number is not delivered. */
    byte[] lagged(long after);
  }

  /**
   * A hub.
   *
   * @param most subscribers at once
   * @param nanoTime as {@link System#nanoTime}
   */
  public EventHub(Source source, Encoding encoding, int most, LongSupplier nanoTime) {
    this.source = source;
    this.encoding = encoding;
    this.most = most;
    this.nanoTime = nanoTime;
    this.beatAt = nanoTime.getAsLong();
    this.refusedAt = beatAt - PROBING_NANOS;
  }

  /**
   * A new subscriber; ask for a {@link #look} afterwards, also if there is no room for him.
   *
   * @param seen the last event that he has; null: none
   * @return empty if there are as many as allowed, or the hub is closed
   */
  public Optional<Subscription> subscribe(@Nullable Long seen, Subscription.Listener listener) {
    if (count.incrementAndGet() > most || closed) {
      count.decrementAndGet();
      refusedAt = nanoTime.getAsLong();
      return Optional.empty();
    }
    boolean begun = false;
    try {
      Subscription subscription = begin(seen, listener);
      subscriptions.add(subscription);
      begun = true;
      return Optional.of(subscription);
    } finally {
      if (!begun) {
        count.decrementAndGet();
      }
    }
  }

  private Subscription begin(@Nullable Long seen, Subscription.Listener listener) {
    if (seen != null && source.horizon().reaches(seen, MOST_BEHIND)) {
      Subscription subscription = new Subscription(seen, listener);
      subscription.begin(encoding.resumed());
      return subscription;
    }
    EventSnapshot state = recentSnapshot();
    Subscription subscription = new Subscription(state.seq(), listener);
    subscription.begin(encoding.snapshot(state));
    return subscription;
  }

  /** Subscribers that come together share one; events after it are told to each of them. */
  private synchronized EventSnapshot recentSnapshot() {
    long now = nanoTime.getAsLong();
    EventSnapshot recent = snapshot;
    if (recent == null || now - snapshotAt >= SNAPSHOT_NANOS) {
      recent = source.snapshot();
      snapshot = recent;
      snapshotAt = now;
    }
    return recent;
  }

  /** The subscriber has gone, or has had the last word. */
  public void leave(Subscription subscription) {
    if (subscriptions.remove(subscription)) {
      count.decrementAndGet();
    }
  }

  /** How many there are. */
  public int subscribers() {
    return subscriptions.size();
  }

  /**
   * Looks at the log and gives every subscriber what is new. Never two at once: who comes while one
   * looks makes that one look again.
   */
  public void look() {
    if (asked.getAndIncrement() > 0) {
      return;
    }
    int seen;
    do {
      seen = asked.get();
      try {
        if (!subscriptions.isEmpty()) {
          deliver();
        }
      } catch (RuntimeException e) {
        asked.set(0);
        throw e;
      }
    } while (!asked.compareAndSet(seen, 0));
  }

  private void deliver() {
    try {
      List<PublishedEvent> events;
      do {
        // Who comes in while this looks is served by the next look, which he asked for.
        List<Subscription> present =
            subscriptions.stream().filter(subscription -> !subscription.ended()).toList();
        long lowest =
            present.stream().mapToLong(Subscription::position).min().orElse(Long.MAX_VALUE);
        events = source.after(lowest, LOOK);
        if (!events.isEmpty()) {
          give(events, present);
        }
      } while (events.size() == LOOK && !closed);
      compareWithHorizon();
    } finally {
      beat();
      abandonDeaf();
    }
  }

  private void give(List<PublishedEvent> events, List<Subscription> present) {
    long last = events.getLast().seq();
    Map<Long, byte[]> frames = new HashMap<>();
    for (Subscription subscription : present) {
      long position = subscription.position();
      if (position >= last) {
        continue;
      }
      // Most are at the same place: they share the bytes.
      byte[] frame =
          frames.computeIfAbsent(
              position,
              p -> encoding.events(events.stream().filter(event -> event.seq() > p).toList()));
      long first = Math.max(position + 1, events.getFirst().seq());
      if (!subscription.offer(frame, first, last)) {
        lag(subscription);
      }
      subscription.listener().ready();
    }
  }

  private void lag(Subscription subscription) {
    subscription.end(encoding::lagged, nanoTime.getAsLong());
  }

  /**
   * Nothing may have changed: that namespaces were looked at is news, too. Numbers that are lower
   * than what was told are those of another database.
   */
  private void compareWithHorizon() {
    List<Subscription> present = List.copyOf(subscriptions);
    EventHorizon horizon = source.horizon();
    for (Subscription subscription : present) {
      if (subscription.position() > horizon.newest() && !subscription.ended()) {
        lag(subscription);
        subscription.listener().ready();
      }
    }
    long sampled = horizon.sampledAt().toEpochMilli();
    if (sampled != sampledAt) {
      sampledAt = sampled;
      beatAt = nanoTime.getAsLong();
      toAll(encoding.beat(sampled));
    }
  }

  private void beat() {
    long now = nanoTime.getAsLong();
    long period = now - refusedAt < PROBING_NANOS ? PROBE_NANOS : BEAT_NANOS;
    if (now - beatAt >= period) {
      beatAt = now;
      toAll(encoding.beat(0));
    }
  }

  private void toAll(byte[] frame) {
    for (Subscription subscription : subscriptions) {
      if (subscription.offerIfIdle(frame)) {
        subscription.listener().ready();
      }
    }
  }

  private void abandonDeaf() {
    long now = nanoTime.getAsLong();
    for (Subscription subscription : subscriptions) {
      if (subscription.sinceEnd(now) >= ABANDON_NANOS) {
        leave(subscription);
        subscription.listener().abandon();
      }
    }
  }

  /** Ends all; nobody comes in any more. */
  public void close() {
    closed = true;
    for (Subscription subscription : subscriptions) {
      leave(subscription);
      subscription.listener().abandon();
    }
  }
}
