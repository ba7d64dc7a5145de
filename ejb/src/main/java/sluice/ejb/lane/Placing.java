package sluice.ejb.lane;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.core.expression.Context;
import sluice.core.expression.Shown;
import sluice.core.policy.KeyText;
import sluice.core.policy.UnroutableJob;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;

/**
 * Where jobs belong, and why some have no place.
 *
 * @param placements jobs that have a place, in the order asked
 * @param rejected what is wrong with the others, by position
 */
public record Placing(List<Placement> placements, Map<Integer, Rejection> rejected) {

  /** Reads the places of jobs by the policies they name. Thread-safe; no lane is made. */
  public static Placing of(List<Candidate> jobs, PolicySource policies) {
    List<Placement> placements = new ArrayList<>(jobs.size());
    Map<Integer, Rejection> rejected = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      Candidate job = jobs.get(i);
      String name = job.policy();
      Optional<ActivePolicy> policy =
          name == null || name.isEmpty() ? Optional.empty() : policies.byName(name);
      if (policy.isEmpty()) {
        rejected.put(i, noPolicy(job));
        continue;
      }
      if (isNamespace(i, job, rejected)) {
        place(i, job, policy.get(), placements, rejected);
      }
    }
    return new Placing(placements, rejected);
  }

  /** For jobs that come in; one that was staged under any name keeps it. */
  private static boolean isNamespace(
      int position, Candidate job, Map<Integer, Rejection> rejected) {
    try {
      KeyText.namespace("namespace", job.namespace());
      return true;
    } catch (UnroutableJob e) {
      rejected.put(position, new Rejection(e.code().name(), e.detail()));
      return false;
    }
  }

  /** Reads the places of jobs of one policy, whatever name they carry. */
  public static Placing of(List<Candidate> jobs, ActivePolicy policy) {
    List<Placement> placements = new ArrayList<>(jobs.size());
    Map<Integer, Rejection> rejected = new HashMap<>();
    for (int i = 0; i < jobs.size(); i++) {
      place(i, jobs.get(i), policy, placements, rejected);
    }
    return new Placing(placements, rejected);
  }

  private static Rejection noPolicy(Candidate job) {
    String name = job.policy();
    return name == null || name.isEmpty()
        ? new Rejection(
            "NO_POLICY",
            "the message names no policy; set sluice_policy or send it to sluice.intake.<policy>")
        : new Rejection("UNKNOWN_POLICY", "there is no policy " + Shown.of(name));
  }

  private static void place(
      int position,
      Candidate job,
      ActivePolicy policy,
      List<Placement> placements,
      Map<Integer, Rejection> rejected) {
    try {
      KeyText.checked("namespace", job.namespace());
      Context context =
          new Context(
              job.properties(),
              job.namespace(),
              policy.policy().name(),
              job.priority(),
              policy.policy().destination());
      placements.add(
          new Placement(position, policy, job.namespace(), policy.policy().route(context)));
    } catch (UnroutableJob e) {
      rejected.put(position, new Rejection(e.code().name(), e.detail()));
    }
  }
}
