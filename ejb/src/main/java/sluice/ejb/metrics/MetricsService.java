package sluice.ejb.metrics;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.PoolUse;
import sluice.ejb.database.Timers;
import sluice.ejb.observe.NamespaceGauge;
import sluice.ejb.observe.Telemetry;
import sluice.ejb.observe.TelemetryService;
import sluice.ejb.reject.Rejections;

/** What a scrape gets: a few statements at most once a second, whoever asks. */
@Stateless
@RolesAllowed("viewer")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class MetricsService {
  private static final Logger LOG = System.getLogger(MetricsService.class.getName());
  private static final int MOST = 100;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private TelemetryService telemetry;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Timers timers;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PoolUse pool;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Rejections rejections;

  /** How many namespaces are named, the fullest first; 0 = none. */
  @Inject
  @ConfigProperty(name = "sluice.metrics.top", defaultValue = "0")
  private int top;

  /** The text format of Prometheus; what is the node's own even without a database. */
  public String text() {
    NodeFigures node = new NodeFigures(timers.ages(), pool.figures(), rejections.byReason());
    Telemetry now = telemetry();
    List<NamespaceGauge> fullest =
        now == null || top <= 0 ? List.of() : telemetry.fullest(Math.min(top, MOST));
    return MetricsText.of(now, fullest, node);
  }

  private @Nullable Telemetry telemetry() {
    try {
      return telemetry.current();
    } catch (DatabaseFailed | jakarta.ejb.EJBException e) {
      LOG.log(Level.DEBUG, "the database does not answer a scrape", e);
      return null;
    }
  }
}
