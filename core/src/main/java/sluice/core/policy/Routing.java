package sluice.core.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Context;
import sluice.core.expression.EvaluationFailed;
import sluice.core.expression.Expression;
import sluice.core.expression.Shown;
import sluice.core.gate.GateRule;

/** Finds the place of one job. Used once, by one thread. */
final class Routing {
  private final Policy policy;
  private final Context context;

  Routing(Policy policy, Context context) {
    this.policy = policy;
    this.context = context;
  }

  Route route() {
    String share = key("fairness.key", policy.fairness().key());
    List<PartitionKey> partitions = new ArrayList<>(policy.gates().size());
    for (GateRule gate : policy.gates()) {
      partitions.add(partition(gate));
    }
    return new Route(share, weight(), partitions, dedupeKey());
  }

  private PartitionKey partition(GateRule gate) {
    Expression key = gate.key();
    String text = key == null ? KeyText.ALL : key("gates[" + gate.name() + "].key", key);
    if (!gate.dynamic()) {
      return new PartitionKey(gate.name(), text, null);
    }
    try {
      return new PartitionKey(gate.name(), text, gate.limits(context));
    } catch (EvaluationFailed e) {
      throw failed(UnroutableJob.Code.EXPRESSION_FAILED, "gates[" + gate.name() + "]", e);
    }
  }

  private String key(String what, Expression key) {
    try {
      return KeyText.partition(what, key.text(context));
    } catch (EvaluationFailed e) {
      throw failed(UnroutableJob.Code.EXPRESSION_FAILED, what, e);
    }
  }

  private double weight() {
    try {
      Double weight = policy.fairness().weight().value(context);
      return weight == null ? 1 : weight;
    } catch (EvaluationFailed e) {
      throw failed(UnroutableJob.Code.WEIGHT_INVALID, "fairness.weight", e);
    }
  }

  private @Nullable String dedupeKey() {
    Expression key = policy.dedupeKey();
    if (key == null) {
      return null;
    }
    try {
      String text = key.textOfAllParts(context);
      return text == null || text.isEmpty() ? null : KeyText.checked("dedupeKey", text);
    } catch (EvaluationFailed e) {
      throw failed(UnroutableJob.Code.EXPRESSION_FAILED, "dedupeKey", e);
    }
  }

  private UnroutableJob failed(UnroutableJob.Code code, String what, EvaluationFailed e) {
    StringBuilder detail =
        new StringBuilder(what)
            .append(": ")
            .append(Shown.of(e.source()))
            .append(' ')
            .append(e.why());
    for (String name : new TreeSet<>(e.properties())) {
      detail.append("; ").append(Shown.shortened(name)).append(" is ");
      detail.append(Shown.of(context.get(name)));
    }
    UnroutableJob unroutable = new UnroutableJob(code, detail.toString());
    unroutable.initCause(e);
    return unroutable;
  }
}
