package sluice.ejb.observe;

import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.EJB;
import jakarta.ejb.Singleton;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import java.time.Duration;
import java.util.List;
import sluice.ejb.database.Transactions;

/**
 * The deployment's figures for machines: read at most once a second on this node, whoever asks and
 * however often. Thread-safe.
 */
@Singleton
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class TelemetryService {
  private static final Duration AGE = Duration.ofSeconds(1);

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  private final Cached<Telemetry> telemetry =
      new Cached<>(() -> transactions.runApart(TelemetryRows::read), AGE, System::nanoTime);

  /** Figures that are at most a second old. */
  public Telemetry current() {
    return telemetry.get();
  }

  /** The first namespaces by name, with jobs in flight and ceilings; one statement a call. */
  public List<NamespaceGauge> namespaces(int most) {
    return transactions.runApart(connection -> NamespaceGauge.list(connection, false, most));
  }

  /** The namespaces with most jobs in flight; one statement a call. */
  public List<NamespaceGauge> fullest(int most) {
    return transactions.runApart(connection -> NamespaceGauge.list(connection, true, most));
  }
}
