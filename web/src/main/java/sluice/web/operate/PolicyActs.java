package sluice.web.operate;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.stream.Collectors;
import sluice.ejb.control.Forced;
import sluice.ejb.control.ForcedAdmissions;
import sluice.ejb.policy.PolicyService;
import sluice.web.act.Acting;
import sluice.web.act.Count;
import sluice.web.act.Order;
import sluice.web.act.Said;

/** Acts on the policy that the page's address names. */
@Named("policyActs")
@RequestScoped
public class PolicyActs {
  private static final int NAMED = 5;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private ForcedAdmissions admissions;

  /** Nothing more is admitted. */
  public void pause() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          policies.pause(name(), by);
          return Said.done(
              "Paused. What is in flight goes on; nothing more is admitted.", "resume");
        });
  }

  /** Admission goes on. */
  public void resume() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          policies.resume(name(), by);
          return Said.done("Resumed. Admission goes on in the order it had.", "pause");
        });
  }

  /** Lets some waiting jobs go past the gates. */
  public void admit() {
    int count = Count.of(act.field("count"));
    act.perform(
        Order.operator(getSubject()).withReason(),
        by -> Said.done(sentence(admissions.admit(name(), count, evenPaused(), by))));
  }

  /** Lets everything that waits go past the gates, up to a bound. */
  public void drain() {
    act.perform(
        Order.operator(getSubject()).withReason(),
        by -> Said.done(sentence(admissions.drain(name(), evenPaused(), by))));
  }

  /** Deletes the policy. */
  public void delete() {
    boolean jobs = act.field("jobs").equals("cancel");
    act.perform(
        Order.admin(getSubject()).withReason().then("/overview.xhtml"),
        by -> {
          if (!act.field("again").strip().equals(name())) {
            return Said.bad("Not done: the name that was typed is not the policy's.");
          }
          List<String> notes = policies.delete(name(), jobs, by);
          return Said.done(deleted(name(), notes));
        });
  }

  /** The policy as the audit calls it. */
  public String getSubject() {
    return "policy:" + name();
  }

  /** What became of an order, with the first partitions that were gone past. */
  static String sentence(Forced forced) {
    String message = forced.message();
    String first =
        forced.past().stream()
            .limit(NAMED)
            .map(past -> past.gate() + " " + past.key() + " (" + past.inFlight() + " in flight)")
            .collect(Collectors.joining(", "));
    String whole = Character.toUpperCase(message.charAt(0)) + message.substring(1);
    return first.isEmpty()
        ? whole + "."
        : whole + ": " + first + (forced.past().size() > NAMED ? ", …" : "") + ".";
  }

  /** That a policy is deleted, and what to know of it. */
  static String deleted(String name, List<String> notes) {
    return notes.stream()
        .map(note -> " Note: " + note + ".")
        .collect(Collectors.joining("", "Policy " + name + " is deleted.", ""));
  }

  private boolean evenPaused() {
    return act.field("paused").equals("even");
  }

  private static String name() {
    String name =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get("name");
    return name == null ? "" : name;
  }
}
