package sluice.web.console;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.hint.Hint;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.HintService;
import sluice.ejb.policy.UnknownPolicy;

/** What somebody should look at, the worst first; read once a request. */
@Named("hints")
@RequestScoped
public class HintList {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private HintService service;

  private @Nullable List<Hint> seen;

  /** The hints of a policy; of the deployment for an empty name. None if they cannot be read. */
  public List<Hint> of(String policy) {
    List<Hint> hints = seen;
    if (hints == null) {
      hints = read(policy);
      seen = hints;
    }
    return hints;
  }

  /** The class of a hint's box. */
  public String tone(Hint hint) {
    return switch (hint.severity()) {
      case INFO -> "quiet";
      case WARN -> "warn";
      case CRITICAL -> "bad";
    };
  }

  private List<Hint> read(String policy) {
    try {
      List<Hint> hints = policy.isEmpty() ? service.ofDeployment() : service.ofPolicy(policy);
      return hints.stream().sorted(Comparator.comparing(Hint::severity).reversed()).toList();
    } catch (UnknownPolicy e) {
      return List.of();
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("hints", e);
      return List.of();
    }
  }
}
