package sluice.web.act;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.control.ControlRefused;
import sluice.ejb.control.PolicyIsPaused;
import sluice.ejb.control.UnknownPartition;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.namespace.NamespaceRefused;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.policy.JobsAlive;
import sluice.ejb.policy.PolicyRefused;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.policy.UnknownVersion;
import sluice.ejb.policy.VersionConflict;

/** Failures of services as sentences for people. Stateless. */
final class Refusals {
  static final String ROLE = "Not done: your role does not allow this.";

  /**
   * A failure that people are told.
   *
   * @param status the answer's
   * @param sentence what to say
   */
  record Told(int status, String sentence) {}

  private Refusals() {}

  /** Empty for what nobody foresaw. */
  static Optional<Told> of(@Nullable Throwable failure) {
    return switch (failure) {
      case EJBAccessException e -> Optional.of(new Told(403, ROLE));
      case DatabaseFailed e when e.dataRefused() ->
          Optional.of(new Told(400, "Not done: the database cannot store what was filled in."));
      case DatabaseFailed e -> Optional.of(database());
      case ControlRefused e -> Optional.of(refused(e));
      case PolicyIsPaused e -> Optional.of(refused(e));
      case UnknownPartition e -> Optional.of(refused(e));
      case NamespaceRefused e -> Optional.of(refused(e));
      case BadQuestion e -> Optional.of(refused(e));
      case JobsAlive e -> Optional.of(refused(e));
      case PolicyRefused e -> Optional.of(refused(e));
      case UnknownPolicy e -> Optional.of(refused(e));
      case UnknownVersion e -> Optional.of(refused(e));
      case VersionConflict e -> Optional.of(refused(e));
      case EJBException e when e.getCause() != null -> of(e.getCause());
      case null, default -> Optional.empty();
    };
  }

  private static Told refused(RuntimeException failure) {
    return new Told(200, "Not done: " + failure.getMessage() + ".");
  }

  private static Told database() {
    return new Told(
        503,
        "The database does not answer, so this was not done, or not wholly. Look at the figures before you press again.");
  }
}
