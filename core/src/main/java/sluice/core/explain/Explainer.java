package sluice.core.explain;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.Verdict;
import sluice.core.reason.Reason;

/**
 * Says why a job waits. It asks the partitions the question that the planner asks ({@code
 * PartitionView.ask}), so it cannot be of another opinion: a gate with room for no more than the
 * jobs of the lane that go first holds the job back, since all of them pass through the same
 * partitions; and where no gate does, others go first in fair order.
 *
 * <p>Of several reasons the one that counts is the first in the order of {@link Reason}: what an
 * operator must mend before what passes by itself. Stateless, thread-safe.
 */
public final class Explainer {
  private Explainer() {}

  /** Why this job waits. */
  public static Explanation explain(Waiting job) {
    List<GateVerdict> gates = new ArrayList<>();
    job.gates().forEach(asked -> gates.add(verdict(asked, job)));
    Waiting.Marks marks = job.marks();
    Reason reason = Reason.FAIR_TURN;
    int from = -1;
    if (marks.dueAt() != null) {
      reason = Reason.NOT_DUE;
    }
    if (marks.paused()) {
      reason = Reason.PAUSED;
    }
    Instant notBefore = marks.dueAt();
    for (int i = 0; i < gates.size(); i++) {
      GateVerdict gate = gates.get(i);
      notBefore = later(notBefore, gate.changesAt());
      Reason held = gate.reason();
      if (held != null && held.compareTo(reason) < 0) {
        reason = held;
        from = i;
      }
    }
    return new Explanation(
        reason, from, notBefore, List.copyOf(gates), Advice.of(reason, job, from, gates));
  }

  /** Why a job waits that was admitted and whose batch the broker has not taken. */
  public static Explanation unforwarded() {
    return new Explanation(Reason.BROKER, -1, null, List.of(), Advice.broker());
  }

  /** What one of its gates says. */
  static GateVerdict verdict(Waiting.Asked asked, Waiting job) {
    Verdict verdict = asked.view().ask(job.now());
    boolean holds = verdict.room() <= job.ahead();
    return new GateVerdict(
        asked.view().gate().name(),
        asked.view().gate().type(),
        asked.key(),
        asked.view().usage(job.now()),
        verdict.room(),
        holds ? verdict.reason() : null,
        holds ? asked.view().notBefore(job.ahead(), job.now()) : null);
  }

  private static @Nullable Instant later(@Nullable Instant one, @Nullable Instant other) {
    return one == null || (other != null && other.isAfter(one)) ? other : one;
  }
}
