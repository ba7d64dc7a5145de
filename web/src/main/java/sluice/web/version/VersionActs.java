package sluice.web.version;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.RollBack;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;
import sluice.web.console.Trouble;

/** Goes back to an older version of the policy that the page's address names. */
@Named("versionActs")
@RequestScoped
public class VersionActs {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  /** Puts the document of a version in force again. */
  public void rollBack() {
    act.perform(
        Order.admin(getSubject()).withReason(),
        by -> {
          int version = number(act.field("version"));
          Expected expected = Expected.version(number(act.field("inForce")));
          SavedPolicy saved = policies.rollBack(new RollBack(name(), version, expected, by));
          return saved.outcome() == Outcome.UNCHANGED
              ? Said.warn("Nothing done: version %d says what is in force.".formatted(version))
              : Said.done(
                  told(
                      saved,
                      "The document of version %d is in force again, as version %d."
                          .formatted(version, saved.version())));
        });
  }

  /** The policy as the audit calls it. */
  public String getSubject() {
    return "policy:" + name();
  }

  /** A sentence, and what the person should know besides. */
  static String told(SavedPolicy saved, String sentence) {
    return sentence + notes(saved.notes());
  }

  static String notes(List<String> notes) {
    return notes.isEmpty() ? "" : " Note: " + String.join("; ", notes) + ".";
  }

  private static int number(@Nullable String text) {
    return text != null && text.matches("[0-9]{1,9}") ? Integer.parseInt(text) : 0;
  }

  private static String name() {
    return Trouble.usable(
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("policy"));
  }
}
