package sluice.ejb.forward;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;

/**
 * Once a second, sends batches again that the broker has not taken: after a crash, or when it was
 * away.
 */
@Singleton
@Startup
@DependsOn("Migration")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class OutboxRelay {
  private static final long PERIOD_MS = 1_000;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Rounds rounds = new Rounds("outbox-relay");

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("outbox relay", false));
    watched.add(rounds, PERIOD_MS);
  }

  @Timeout
  void round() {
    rounds.run(forwarding::relay);
  }
}
