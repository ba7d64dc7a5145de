package sluice.ejb.admit;

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
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.event.TransactionPhase;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sluice.ejb.database.Timers;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.policy.PolicyChanged;
import sluice.ejb.thread.Threads;

/**
 * Sees to it that policies are ticked: at once when somebody on this node wakes them, and within a
 * timer's period when something is due or another node staged or settled. Nodes share the work:
 * whoever holds a policy's row ticks it, the others pass on.
 */
@Singleton
@Startup
@DependsOn("PolicyCatalog")
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class AdmissionTimer {
  private static final Logger LOG = System.getLogger(AdmissionTimer.class.getName());
  private static final long PERIOD_MS = 50;
  private static final long FIRST_MS = 500;

  @Resource
  @SuppressWarnings("NullAway.Init") // injected
  private TimerService timers;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Threads threads;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionService admission;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers watched;

  private final Map<Integer, PolicyLoop> loops = new ConcurrentHashMap<>();
  private final AtomicBoolean looking = new AtomicBoolean();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final AtomicLong lookedAt = new AtomicLong(System.nanoTime());

  @PostConstruct
  void open() {
    timers.createIntervalTimer(FIRST_MS, PERIOD_MS, new TimerConfig("ticks", false));
    watched.add("ticks", PERIOD_MS, this::sinceLastLook);
  }

  /** Wakes the policy's tick on this node; returns at once. */
  public void wake(int policyId) {
    loops
        .computeIfAbsent(
            policyId, id -> new PolicyLoop(id, threads, admission::tick, forwarding::forward))
        .wake();
  }

  /** A saved or resumed policy acts at once, also on what waits. */
  public void onChange(@Observes(during = TransactionPhase.AFTER_SUCCESS) PolicyChanged change) {
    wake(change.policyId());
  }

  /** How long ago the timer last saw which policies are due. */
  public Duration sinceLastLook() {
    return Duration.ofNanos(System.nanoTime() - lookedAt.get());
  }

  @Timeout
  void look() {
    if (!looking.compareAndSet(false, true)) {
      return;
    }
    try {
      admission.due().forEach(this::wake);
      lookedAt.set(System.nanoTime());
      if (failing.compareAndSet(true, false)) {
        LOG.log(Level.INFO, "event=ticking-again");
      }
    } catch (RuntimeException e) {
      if (failing.compareAndSet(false, true)) {
        LOG.log(
            Level.WARNING,
            "event=ticking-stopped cause=\"{0}\" hint=\"waits for the database\"",
            e.getMessage());
      }
    } finally {
      looking.set(false);
    }
  }
}
