package sluice.web.version;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.Fault;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.control.Forecasts;
import sluice.ejb.control.Impact;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.PolicyRefused;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.web.act.Acting;

/** Looks at documents: faults first, then what saving would do. Changes nothing. */
@RequestScoped
public class Verdicts {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Forecasts forecasts;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  /** Looks at a document that is to be saved under a name. */
  Verdict of(String name, String document) {
    try {
      SaveRequest.By by = new SaveRequest.By(act.getCaller(), null);
      SavedPolicy saved =
          policies.save(new SaveRequest(name, document, Expected.ANYTHING, true, by));
      return new Verdict(
          List.of(), saved, saved.outcome() == Outcome.CHANGED ? impact(document) : null);
    } catch (PolicyRefused e) {
      return new Verdict(e.faults(), null, null);
    } catch (DatabaseFailed | EJBException e) {
      return new Verdict(
          List.of(
              new Fault("", "", "the database does not answer, so this could not be looked at")),
          null,
          null);
    }
  }

  private @Nullable Impact impact(String document) {
    return forecasts.of(document).orElse(null);
  }

  /** The name that a document gives its policy; a dash where it gives none. */
  static String nameIn(String document) {
    try {
      return PolicyDocument.parse(document).get("policy") instanceof String name
              && name.matches("[A-Za-z0-9._-]{1,100}")
          ? name
          : "-";
    } catch (InvalidPolicy e) {
      return "-";
    }
  }
}
