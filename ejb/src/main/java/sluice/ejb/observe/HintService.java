package sluice.ejb.observe;

import jakarta.annotation.security.RolesAllowed;
import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import sluice.core.hint.Hint;
import sluice.core.hint.Hints;
import sluice.core.hint.RefusedFile;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicyCatalog;
import sluice.ejb.policy.RefusedFiles;
import sluice.ejb.policy.UnknownPolicy;

/** Hints for operators: of one policy, and of the whole deployment. Counts no jobs. */
@Stateless
@RolesAllowed("viewer")
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class HintService {
  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private TelemetryService telemetry;

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyCatalog policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private RefusedFiles refusedFiles;

  /** Jobs a second that the deployment was measured for; 0 = not known, no hint. */
  @Inject
  @ConfigProperty(name = "sluice.hint.target", defaultValue = "0")
  private int target;

  /** How long a tick may take. */
  @Inject
  @ConfigProperty(name = "sluice.hint.tick", defaultValue = "PT1S")
  @SuppressWarnings("NullAway.Init") // injected
  private Duration tickLimit;

  /** Hints for a policy. */
  public List<Hint> ofPolicy(String name) {
    ActivePolicy policy = policies.byName(name).orElseThrow(() -> new UnknownPolicy(name));
    Telemetry now = telemetry.current();
    Telemetry.Policy seen = now.policy(name).orElseThrow(() -> new UnknownPolicy(name));
    List<Minute> minutes =
        transactions.runApart(connection -> ObservationRows.minutes(connection, policy.id()));
    int partitions =
        transactions.runApart(
            connection -> PartitionRows.count(connection, policy.id(), null, null));
    HintGathering.Measures measures = new HintGathering.Measures(target, tickLimit, partitions, 0);
    boolean paused = seen.figures().head().paused();
    return Hints.of(new HintGathering(now, List.of(seen), minutes).figures(paused, measures));
  }

  /** Hints for the deployment: over all policies that are not paused, and of this node. */
  public List<Hint> ofDeployment() {
    Telemetry now = telemetry.current();
    List<Minute> minutes =
        transactions.runApart(connection -> ObservationRows.minutes(connection, null));
    List<Telemetry.Policy> going =
        now.policies().stream().filter(p -> !p.figures().head().paused()).toList();
    HintGathering.Measures measures =
        new HintGathering.Measures(target, tickLimit, now.partitions(), now.difference());
    List<Hint> hints =
        new ArrayList<>(Hints.of(new HintGathering(now, going, minutes).figures(false, measures)));
    hints.addAll(RefusedFile.hints(refusedFiles.all()));
    return hints;
  }
}
