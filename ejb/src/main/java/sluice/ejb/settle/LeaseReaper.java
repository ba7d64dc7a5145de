package sluice.ejb.settle;

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
import java.time.Instant;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;
import sluice.ejb.database.Transactions;
import sluice.ejb.forward.ForwardingService;
import sluice.sql.SqlStatement;

/**
 * Twice a second, settles attempts whose lease has ended as lost: the slot is free within a second
 * of the lease's end. After a time in which workers could not be heard ({@link Hearing}), attempts
 * from before it get a while more.
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

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private SettlementService settlement;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Hearing hearing = new Hearing();

  /** By the database's clock: when words last began to come through. */
  private Instant heardSince = Instant.EPOCH;

  private final Rounds rounds = new Rounds("lease-reaper");

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("lease reaper", false));
    watched.add(rounds, PERIOD_MS);
  }

  @Timeout
  void round() {
    rounds.run(() -> {
      try {
        reapAll(silentSince());
      } catch (RuntimeException e) {
        hearing.failed();
        throw e;
      }
    });
  }

  /**
   * Attempts admitted at this instant or later could be heard all the time. Asks the database
   * first: a round that it kept waiting must not be the one that reaps.
   */
  private Instant silentSince() {
    Instant now =
        transactions.runApart(
            connection -> READ_CLOCK.on(connection).one(row -> row.instant("now")));
    if (hearing.isGood(System.nanoTime(), forwarding.brokerReachable())) {
      return Instant.EPOCH;
    }
    if (hearing.isDeaf()) {
      heardSince = now;
    }
    return heardSince;
  }

  private void reapAll(Instant admittedSince) {
    boolean more;
    do {
      more = settlement.reap(admittedSince);
    } while (more);
    hearing.done(System.nanoTime());
  }
}
