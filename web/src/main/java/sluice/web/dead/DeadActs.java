package sluice.web.dead;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import sluice.ejb.cancel.JobCancelling;
import sluice.ejb.dead.DeadRetrying;
import sluice.ejb.dead.Retried;
import sluice.ejb.policy.SaveRequest;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;
import sluice.web.console.Trouble;

/** Acts on the dead jobs that were chosen, or on all of the policy in the page's address. */
@Named("deadActs")
@RequestScoped
public class DeadActs {
  /** Said of chosen jobs: each has audit entries of its own. */
  private static final String CHOSEN = "dead:chosen";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private DeadRetrying retrying;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobCancelling cancelling;

  /** Puts the chosen ones back into lanes. */
  public void retry() {
    act.perform(Order.operator(CHOSEN), this::retryChosen);
  }

  /** Gives the chosen ones up. */
  public void giveUp() {
    act.perform(
        Order.operator(CHOSEN),
        by -> {
          List<Long> ids = chosen();
          long given =
              ids.stream().filter(id -> cancelling.giveUp(id, by.actor(), by.reason())).count();
          return ids.isEmpty()
              ? nothing()
              : Said.done(told(given, "given up", Map.of(), ids.size() - given));
        });
  }

  /** Puts all of the policy back, up to a bound, in steps. */
  public void retryAll() {
    act.perform(
        Order.operator(getSubject()),
        by -> {
          DeadRetrying.Outcome outcome =
              retrying.ofPolicy(
                  name(), DeadRetrying.MOST, new DeadRetrying.By(by.actor(), by.reason()));
          String more = outcome.more() ? " There may be more: press again." : "";
          return Said.done(told(outcome.retried(), "wait again", outcome.refused(), 0) + more);
        });
  }

  /** The policy as the audit calls it. */
  public String getSubject() {
    return "policy:" + name();
  }

  /** What the forms about chosen jobs are about. */
  public String getChosen() {
    return CHOSEN;
  }

  private Said retryChosen(SaveRequest.By by) {
    List<Long> ids = chosen();
    if (ids.isEmpty()) {
      return nothing();
    }
    int retried = 0;
    int others = 0;
    Map<String, Integer> refused = new TreeMap<>();
    for (long id : ids) {
      switch (retrying.one(id, new DeadRetrying.By(by.actor(), by.reason()))) {
        case Retried.Waiting w -> retried++;
        case Retried.StaysDead dead -> refused.merge(dead.code(), 1, Integer::sum);
        case Retried.NotDead n -> others++;
      }
    }
    return Said.done(told(retried, "wait again", refused, others));
  }

  /** Numbers as a sentence: what was done, what stays dead and why, what was dead no more. */
  static String told(long done, String what, Map<String, Integer> refused, long others) {
    String stay =
        refused.entrySet().stream()
            .map(entry -> "; %,d stay dead (%s)".formatted(entry.getValue(), entry.getKey()))
            .collect(Collectors.joining());
    String gone = others == 0 ? "" : "; %,d were dead no more".formatted(others);
    return "%,d %s%s%s.".formatted(done, what, stay, gone);
  }

  private static Said nothing() {
    return Said.warn("Not done: no job was chosen.");
  }

  private List<Long> chosen() {
    return act.all("job").stream()
        .filter(id -> id.matches("[0-9]{1,18}"))
        .map(Long::valueOf)
        .distinct()
        .limit(DeadPage.SIZE)
        .toList();
  }

  private static String name() {
    return Trouble.usable(
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("policy"));
  }
}
