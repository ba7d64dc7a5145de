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
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import org.eclipse.microprofile.config.ConfigProvider;
import sluice.ejb.database.Transactions;
import sluice.ejb.namespace.PlatformCeiling;

/**
 * Once a cadence ({@code sluice.quota.cadence}), whichever node is up tells what each namespace has
 * in flight and may have: changes at once, everything every {@code sluice.quota.full}. The first
 * sample is taken at the start.
 */
@Singleton
@Startup
@DependsOn("PlatformCeiling")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class QuotaSnapshot {
  private static final Logger LOG = System.getLogger(QuotaSnapshot.class.getName());
  private static final long LONGEST_PERIOD_MS = 1_000;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling platform;

  @SuppressWarnings("NullAway.Init") // made at start
  private QuotaRounds rounds;

  @PostConstruct
  void open() {
    BroadcastSettings settings =
        BroadcastSettings.read(
            name -> ConfigProvider.getConfig().getOptionalValue(name, String.class));
    settings
        .faults()
        .forEach(fault -> LOG.log(Level.WARNING, "event=setting-refused fault=\"{0}\"", fault));
    Duration cadence = settings.cadence();
    QuotaSampling sampling = new QuotaSampling(cadence, settings.full(), platform.quota());
    rounds = new QuotaRounds(() -> sample(sampling), cadence, System::nanoTime);
    // Looked at more often than it is due, so that the beat of the nodes' timers shifts no sample.
    long period = Math.min(LONGEST_PERIOD_MS, cadence.toMillis() / 4);
    timers.createIntervalTimer(0, period, new TimerConfig("quota snapshot", false));
  }

  private void sample(QuotaSampling sampling) {
    transactions.runApart(connection -> {
      sampling.on(connection);
      return true;
    });
  }

  @Timeout
  void round() {
    rounds.run();
  }
}
