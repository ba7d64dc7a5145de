package sluice.ejb.health;

import jakarta.annotation.PostConstruct;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import sluice.ejb.admit.AdmissionTimer;
import sluice.ejb.forward.ForwardingService;
import sluice.ejb.observe.Figures;
import sluice.ejb.start.Opening;
import sluice.ejb.thread.Threads;

/**
 * The checks. None of them waits longer than {@code PATIENCE}, whatever hangs. Thread-safe.
 *
 * <p>Live says nothing of database and broker: starting a node again mends neither. Ready does.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class HealthService {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Threads threads;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Opening opening;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private ForwardingService forwarding;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private AdmissionTimer ticks;

  @SuppressWarnings("NullAway.Init") // made once injected
  private Probe database;

  @PostConstruct
  void open() {
    database = new Probe("database", () -> figures.databaseTime() != null, PATIENCE);
  }

  /** Whether the process answers at all. */
  public List<Check> live() {
    return List.of(new Check("process", true, "answers"));
  }

  /**
   * Whether the start is over. The container lets nobody in before: until then the address is not
   * there.
   */
  public List<Check> started() {
    boolean open = opening.done();
    return List.of(new Check("opening", open, open ? "done" : "under way"));
  }

  /** Whether this node takes work and gets on with it. */
  public List<Check> ready() {
    boolean broker = forwarding.brokerReachable();
    Duration silence = ticks.sinceLastLook();
    return List.of(
        database.ask(threads),
        new Check("broker", broker, broker ? "answers" : "did not answer when last asked"),
        new Check(
            "ticks",
            silence.compareTo(LONGEST_SILENCE) < 0,
            "last looked " + silence.toMillis() + " ms ago"));
  }
}
