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
import sluice.ejb.database.Transactions;
import sluice.ejb.forward.ForwardingService;
import sluice.sql.SqlStatement;

/**
 * Twice a second, settles attempts whose lease has ended as lost: the slot is free within a second
 * of the lease's end, unless workers could not be heard ({@link Hearing}).
 */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class LeaseReaper {
  private static final long PERIOD_MS = 500;
  private static final SqlStatement READ_CLOCK = SqlStatement.named("observe/read_clock");

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private SettlementService settlement;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  private final Hearing hearing = new Hearing();
  private final Rounds rounds = new Rounds("lease-reaper");

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("lease reaper", false));
  }

  @Timeout
  void round() {
    rounds.run(() -> {
      try {
        if (isHeard()) {
          reapAll();
        }
      } catch (RuntimeException e) {
        hearing.failed();
        throw e;
      }
    });
  }

  /** Asks the database first: a round that it kept waiting must not be the one that reaps. */
  private boolean isHeard() {
    transactions.runApart(connection -> READ_CLOCK.on(connection).one(row -> row.instant("now")));
    return hearing.isGood(System.nanoTime(), forwarding.brokerReachable());
  }

  private void reapAll() {
    boolean more;
    do {
      more = settlement.reap();
    } while (more);
    hearing.done(System.nanoTime());
  }
}
