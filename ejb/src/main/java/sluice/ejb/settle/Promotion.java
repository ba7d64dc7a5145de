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
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;
import sluice.ejb.database.Transactions;

/** Ten times a second, puts due jobs into their lanes and ends those that are too late. */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Promotion {
  private static final long PERIOD_MS = 100;
  private static final int LIMIT = 1_000;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionTimer ticks;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Rounds rounds = new Rounds("promotion");

  @PostConstruct
  void open() {
    timers.createIntervalTimer(PERIOD_MS, PERIOD_MS, new TimerConfig("promotion", false));
    watched.add(rounds, PERIOD_MS);
  }

  @Timeout
  void round() {
    rounds.run(() -> {
      Promoter.Moved moved;
      do {
        moved = transactions.runApart(connection -> Promoter.promote(connection, LIMIT));
        moved.jobs().keySet().forEach(ticks::wake);
      } while (moved.count() >= LIMIT);
      do {
        moved = transactions.runApart(connection -> Promoter.expire(connection, LIMIT));
      } while (moved.count() >= LIMIT);
    });
  }
}
