package sluice.ejb.settle;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.DependsOn;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.Timeout;
import jakarta.ejb.TimerConfig;
import jakarta.ejb.TimerService;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;

/**
 * Twice a second, settles attempts whose lease has ended as lost: the slot is free within a second
 * of the lease's end.
 */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class LeaseReaper {
  private static final long PERIOD_MS = 500;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private SettlementService settlement;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Rounds rounds = new Rounds("lease-reaper");

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("lease reaper", false));
    watched.add(rounds, PERIOD_MS);
  }

  @Timeout
  void round() {
    rounds.run(() -> {
      boolean more;
      do {
        more = settlement.reap();
      } while (more);
    });
  }
}
