package sluice.web.events;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ManagedScheduledExecutorService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.microprofile.config.ConfigProvider;
import org.jspecify.annotations.Nullable;
import sluice.ejb.broadcast.BroadcastSettings;
import sluice.ejb.broadcast.EventHorizon;
import sluice.ejb.broadcast.EventHub;
import sluice.ejb.broadcast.EventPublisher;
import sluice.ejb.broadcast.EventSnapshot;
import sluice.ejb.broadcast.PublishedEvent;
import sluice.ejb.broadcast.Subscription;
import sluice.ejb.thread.Threads;

/**
 * The hub of this node: looked after four times a second while somebody listens, and at once when
 * this node publishes. Thread-safe.
 */
@ApplicationScoped
public class EventStreams {
  private static final Logger LOG = System.getLogger(EventStreams.class.getName());
  private static final long PERIOD_MS = 250;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private ManagedScheduledExecutorService timers;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Threads threads;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private EventPublisher publisher;

  private final AtomicBoolean failing = new AtomicBoolean();
  private final Runnable published = this::lookSoon;

  @SuppressWarnings("NullAway.Init") // made at start
  private EventHub hub;

  @SuppressWarnings("NullAway.Init") // made at start
  private ScheduledFuture<?> timer;

  @PostConstruct
  void open() {
    BroadcastSettings settings =
        BroadcastSettings.read(
            name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
    hub =
        new EventHub(
            new Log(publisher),
            new StreamText(settings.cadence()),
            settings.subscribers(),
            System::nanoTime);
    publisher.listen(published);
    timer = timers.scheduleWithFixedDelay(this::look, PERIOD_MS, PERIOD_MS, TimeUnit.MILLISECONDS);
  }

  @PreDestroy
  void close() {
    publisher.unlisten(published);
    timer.cancel(false);
    hub.close();
  }

  private record Log(EventPublisher publisher) implements EventHub.Source {
    @Override
    public List<PublishedEvent> after(long seq, int limit) {
      return publisher.after(seq, limit);
    }

    @Override
    public EventHorizon horizon() {
      return publisher.horizon();
    }

    @Override
    public EventSnapshot snapshot() {
      return publisher.snapshot();
    }
  }

  /**
   * A new subscriber.
   *
   * @param seen the last event that he has; null: none
   * @return empty if there is no room for him
   */
  public Optional<Subscription> subscribe(@Nullable Long seen, Subscription.Listener listener) {
    Optional<Subscription> subscription = hub.subscribe(seen, listener);
    lookSoon();
    return subscription;
  }

  /** The subscriber has gone. */
  public void leave(Subscription subscription) {
    hub.leave(subscription);
  }

  private void lookSoon() {
    if (hub.subscribers() > 0) {
      try {
        threads.execute(this::look);
      } catch (RejectedExecutionException e) {
        // going down, or busy: the timer looks
      }
    }
  }

  private void look() {
    try {
      hub.look();
      if (failing.compareAndSet(true, false)) {
        LOG.log(Level.INFO, "event=streams-going-again");
      }
    } catch (RuntimeException e) {
      if (failing.compareAndSet(false, true)) {
        LOG.log(Level.WARNING, "event=streams-standing cause=\"{0}\"", e.getMessage());
      }
    }
  }
}
