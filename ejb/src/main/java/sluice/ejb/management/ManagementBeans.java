package sluice.ejb.management;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
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
import jakarta.inject.Inject;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import sluice.ejb.control.ManagedDrain;
import sluice.ejb.database.Rounds;
import sluice.ejb.database.Timers;
import sluice.ejb.management.BeanTree.Place;
import sluice.ejb.namespace.PlatformCeiling;
import sluice.ejb.observe.Cached;
import sluice.ejb.observe.NamespaceGauge;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TelemetryService;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.PolicySwitch;
import sluice.ejb.policy.SaveRequest;

/**
 * Keeps the management beans: every few seconds, those of policies, namespaces and timers come and
 * go with what they stand for; all go with the application. There is none for a partition, and no
 * more for namespaces than the setting says, the first by name.
 */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class ManagementBeans {
  private static final long PERIOD_MS = 2_000;
  private static final String AUTHOR = "jmx";

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timerService;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private TelemetryService telemetry;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PlatformCeiling ceiling;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers timers;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicySwitch pauses;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ManagedDrain drains;

  /** Most beans of namespaces. */
  @Inject
  @ConfigProperty(name = "sluice.jmx.namespaces", defaultValue = "200")
  private int mostNamespaces;

  private final Rounds rounds = new Rounds("management-beans");
  private final BeanTree tree = new BeanTree(ManagementFactory.getPlatformMBeanServer());
  private final Cached<Map<String, NamespaceGauge>> gauges =
      new Cached<>(this::readGauges, Duration.ofSeconds(1), System::nanoTime);

  @PostConstruct
  void open() {
    timerService.createIntervalTimer(
        PERIOD_MS, PERIOD_MS, new TimerConfig("management beans", false));
    timers.add(rounds, PERIOD_MS);
  }

  @PreDestroy
  void close() {
    tree.close();
  }

  @Timeout
  void round() {
    rounds.run(() -> tree.sync(wanted()));
  }

  private Map<Place, Supplier<Object>> wanted() {
    Map<Place, Supplier<Object>> beans = new LinkedHashMap<>();
    Supplier<Telemetry> now = telemetry::current;
    beans.put(new Place("Deployment", ""), () -> new DeploymentBean(now));
    for (String policy : policies.names()) {
      beans.put(new Place("Policy", policy), () -> new PolicyBean(policy, now, new Acts()));
    }
    for (String namespace : gauges.get().keySet()) {
      beans.put(
          new Place("Namespace", namespace),
          () -> new NamespaceBean(namespace, this::gauge, ceiling.quota()));
    }
    for (Timers.Age timer : timers.ages()) {
      beans.put(
          new Place("Timer", timer.name()), () -> new TimerBean(() -> timers.age(timer.name())));
    }
    return beans;
  }

  private Map<String, NamespaceGauge> readGauges() {
    Map<String, NamespaceGauge> byName = new TreeMap<>();
    telemetry.namespaces(Math.max(0, mostNamespaces)).forEach(n -> byName.put(n.name(), n));
    return byName;
  }

  private NamespaceGauge gauge(String name) {
    NamespaceGauge gauge = gauges.get().get(name);
    if (gauge == null) {
      throw new IllegalStateException("there is no bean for the namespace " + name + " any more");
    }
    return gauge;
  }

  private final class Acts implements PolicyActs {
    @Override
    public void pause(String policy, boolean paused, String reason) {
      pauses.set(policy, paused, new SaveRequest.By(AUTHOR, reason));
    }

    @Override
    public int drain(String policy, String reason) {
      return drains.drain(policy, false, new SaveRequest.By(AUTHOR, reason)).admitted();
    }
  }
}
