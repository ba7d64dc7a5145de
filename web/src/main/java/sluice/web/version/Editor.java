package sluice.web.version;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.account.Role;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.PolicyVersion;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.policy.UnknownVersion;
import sluice.ejb.policy.VersionConflict;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;
import sluice.web.console.Trouble;

/**
 * Behind {@code editor.xhtml}: a policy's document as YAML. What was typed is never lost: a
 * refusal, a fault or somebody else's version show it again. What was edited counts from the
 * version that the form carries, so nobody's change is written over unseen.
 */
@Named("editor")
@RequestScoped
public class Editor {
  private static final String NEW =
      """
      policy: my-policy
      destination: work.my-policy
      lease: PT15M
      retry:
        maxAttempts: 5
        backoff: PT1S
      gates:
        - name: per-account
          type: concurrency
          key: ${accountId}
          max: 5
      """;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Verdicts verdicts;

  private boolean opened;
  private boolean readable = true;
  private boolean known = true;
  private String text = "";
  private int expected;
  private @Nullable PolicyVersion others;
  private List<ChangeLine> theirs = List.of();
  private @Nullable Verdict verdict;

  /** Reads the document, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    if (!act.isAdmin()) {
      Trouble.status(403);
      return;
    }
    try {
      if (isSent()) {
        text = act.field("document");
        expected = others == null ? sentVersion() : others.getVersion();
      } else if (!isNew()) {
        PolicyVersion inForce = newest(getName());
        expected = inForce.getVersion();
        text = PolicyDocument.yaml(PolicyDocument.parse(inForce.getDefinition()));
      } else {
        text = NEW;
      }
      check();
    } catch (UnknownPolicy e) {
      known = false;
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("editor", e);
    }
  }

  /** Looks at what was typed, without saving it. */
  public void check() {
    if (verdict == null && act.isAdmin()) {
      String typed = opened ? text : act.field("document");
      verdict = verdicts.of(nameOf(typed), typed);
    }
  }

  /** Puts what was typed in force. */
  public void save() {
    String typed = act.field("document");
    String name = nameOf(typed);
    act.perform(
        new Order("editor:" + name, Role.ADMIN, Order.Why.OPTIONAL, "/policy.xhtml?name=" + name),
        by -> save(new SaveRequest(name, typed, Expected.version(sentVersion()), false, by)));
  }

  private Said save(SaveRequest request) {
    try {
      SavedPolicy saved = policies.save(request);
      return saved.outcome() == Outcome.UNCHANGED
          ? Said.warn("Nothing to save: the document says what is in force.")
          : Said.done(VersionActs.told(saved, "Saved as version " + saved.version() + "."));
    } catch (VersionConflict e) {
      return conflict(request, e);
    }
  }

  private Said conflict(SaveRequest request, VersionConflict conflict) {
    if (conflict.inForce() == 0) {
      return Said.warn(
          "Not saved: the policy was deleted meanwhile. Your text is kept here; to make the policy anew, put it into a new policy.");
    }
    PolicyVersion now = newest(request.name());
    others = now;
    theirs = changes(request, now);
    if (sentVersion() == 0) {
      return Said.warn(
          "Not saved: there is a policy of this name, at version %d by %s. Your text is kept; saving again replaces its document."
              .formatted(now.getVersion(), now.getAuthor()));
    }
    String why = now.getReason() == null ? "" : " (" + now.getReason() + ")";
    return Said.warn(
        "Not saved: %s saved version %d meanwhile%s. Your text is kept; below is what that version changed. Saving again replaces it."
            .formatted(now.getAuthor(), now.getVersion(), why));
  }

  private List<ChangeLine> changes(SaveRequest request, PolicyVersion now) {
    try {
      return ChangeLine.between(
          policies.version(request.name(), sentVersion()).getDefinition(), now.getDefinition());
    } catch (UnknownVersion | InvalidPolicy e) {
      return List.of();
    }
  }

  private PolicyVersion newest(String name) {
    return policies.versions(name, Integer.MAX_VALUE, 1).getFirst();
  }

  /** The policy in the page's address; empty for a new one. */
  public String getName() {
    return Trouble.usable(
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("policy"));
  }

  /** Whether the page makes a policy. */
  public boolean isNew() {
    return getName().isEmpty();
  }

  /** Whether there is such a policy. */
  public boolean isKnown() {
    return known;
  }

  /** Whether it could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The document as typed, or as in force. */
  public String getText() {
    return text;
  }

  /** The version that the text was made from; 0 = there must be none. */
  public int getExpected() {
    return expected;
  }

  /** The version that somebody else saved meanwhile; null = nobody did. */
  public @Nullable PolicyVersion getOthers() {
    return others;
  }

  /** What somebody else changed meanwhile. */
  public List<ChangeLine> getTheirs() {
    return theirs;
  }

  /** What was found in the text; null before it was looked at. */
  public @Nullable Verdict getVerdict() {
    return verdict;
  }

  private boolean isSent() {
    return !act.all("document").isEmpty();
  }

  private int sentVersion() {
    String sent = act.field("expected");
    return sent.matches("[0-9]{1,9}") ? Integer.parseInt(sent) : 0;
  }

  private String nameOf(String typed) {
    return isNew() ? Verdicts.nameIn(typed) : getName();
  }
}
