package sluice.ejb.housekeeping;

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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.ConfigProvider;
import sluice.ejb.auditor.Auditor;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.upkeep.Chore;
import sluice.ejb.upkeep.Chores;
import sluice.ejb.upkeep.PruneEvents;
import sluice.ejb.upkeep.Retention;
import sluice.ejb.upkeep.StandardChores;

/**
 * Once a second, does the next steps of the chores that are due: history by the day, pruning,
 * collecting, comparing. Every step is a transaction of its own. Nodes share the work; a chore that
 * fails is told once and tried again, and stops no other.
 */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class Housekeeping {
  private static final Logger LOG = System.getLogger(Housekeeping.class.getName());
  private static final long FIRST_MS = 5_000;
  private static final long PERIOD_MS = 1_000;
  private static final Duration LONGEST_TURN = Duration.ofMillis(500);

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Rounds rounds = new Rounds("housekeeping");
  private final Map<Chore, Rounds> chores = new LinkedHashMap<>();

  @PostConstruct
  void open() {
    Retention retention =
        Retention.read(name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
    retention
        .faults()
        .forEach(fault -> LOG.log(Level.WARNING, "event=setting-refused fault=\"{0}\"", fault));
    List<Chore> all = new ArrayList<>(StandardChores.of(retention, policies));
    all.addAll(Auditor.checks());
    all.addAll(
        PruneEvents.chores(
            name -> ConfigProvider.getConfig().getOptionalValue(name, String.class)));
    all.forEach(chore -> chores.put(chore, new Rounds(chore.name())));
    transactions.runApart(connection -> {
      Chores.register(connection, all);
      return true;
    });
    timers.createIntervalTimer(FIRST_MS, PERIOD_MS, new TimerConfig("housekeeping", false));
    watched.add(rounds, PERIOD_MS);
  }

  @Timeout
  void round() {
    rounds.run(() -> chores.forEach((chore, turns) -> turns.run(() -> turn(chore))));
  }

  private void turn(Chore chore) {
    long begun = System.nanoTime();
    boolean more;
    do {
      more = transactions.runApart(connection -> Chores.step(connection, chore));
    } while (more && System.nanoTime() - begun < LONGEST_TURN.toNanos());
  }
}
