package sluice.core.policy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Bounds;
import sluice.core.expression.Expression;
import sluice.core.expression.NumberSetting;
import sluice.core.gate.GateRule;

/** Map to policy, with every fault. Used once, by one thread. */
final class PolicyReader {
  static final String NAME = "[A-Za-z0-9._-]{1,100}";
  static final String NAME_ALLOWED = "1 to 100 letters (A–Z), digits, dots, underscores or hyphens";

  private static final int MAX_GATES = 16;
  private static final String QUEUE = "[A-Za-z0-9._/:$-]{1,200}";
  private static final String QUEUE_ALLOWED =
      "the name of a queue: 1 to 200 letters (A–Z), digits or the characters . _ - / : $";
  private static final List<String> BROKERS_OWN = List.of("activemq", "$sys", "dlq", "expiryqueue");
  private static final List<String> FIELDS =
      List.of("policy", "destination", "dedupeKey", "fairness", "lease", "retry", "gates");
  private static final Bounds ATTEMPTS = new Bounds(1, 1000, "a whole number from 1 to 1000");
  private static final Bounds FACTOR = new Bounds(1, 1000, "a number from 1 to 1000");
  private static final Duration LONGEST = Duration.ofDays(7);

  private final Faults faults = new Faults();

  Policy read(Map<?, ?> document) {
    Fields fields = new Fields(document, "", faults);
    fields.allowOnly(FIELDS);
    String name = fields.text("policy", NAME, NAME_ALLOWED);
    String destination = destination(fields);
    Expression dedupeKey = fields.template("dedupeKey");
    Fairness fairness = fairness(fields.section("fairness"));
    Duration lease = fields.fixed("lease", Duration.ofMinutes(15), Duration.ofSeconds(1), LONGEST);
    RetryRule retry = retry(fields.section("retry"));
    List<GateRule> gates = gates(fields);
    faults.throwIfAny();
    if (name == null || destination == null) {
      throw new IllegalStateException("a field without value and without fault");
    }
    return new Policy(
        name, destination, new Policy.Handling(dedupeKey, lease, retry), fairness, gates);
  }

  private static @Nullable String destination(Fields fields) {
    String destination = fields.text("destination", QUEUE, QUEUE_ALLOWED);
    if (destination == null) {
      return null;
    }
    String owner = ownerOf(destination.toLowerCase(Locale.ROOT));
    if (owner != null) {
      fields.refuse("destination", "a queue of your own; " + owner);
      return null;
    }
    if (destination.contains("::")) {
      fields.refuse("destination", QUEUE_ALLOWED + ", without ::");
      return null;
    }
    return destination;
  }

  /** Who uses a queue for itself, in a sentence; null when nobody does. */
  private static @Nullable String ownerOf(String queue) {
    if (queue.equals("sluice") || queue.startsWith("sluice.")) {
      return "sluice.* belongs to Sluice itself";
    }
    for (String system : BROKERS_OWN) {
      if (queue.equals(system) || queue.startsWith(system + ".")) {
        return "activemq.*, $sys.*, DLQ and ExpiryQueue belong to the broker";
      }
    }
    return null;
  }

  private static Fairness fairness(@Nullable Fields fields) {
    Fairness standard = Fairness.byNamespace();
    if (fields == null) {
      return standard;
    }
    fields.allowOnly(List.of("key", "weight"));
    Expression key = fields.template("key");
    NumberSetting weight = fields.has("weight") ? fields.number("weight", Fairness.WEIGHT) : null;
    return new Fairness(
        key == null ? standard.key() : key, weight == null ? standard.weight() : weight);
  }

  private static RetryRule retry(@Nullable Fields fields) {
    RetryRule standard = RetryRule.DEFAULT;
    if (fields == null) {
      return standard;
    }
    fields.allowOnly(List.of("maxAttempts", "backoff", "factor", "maxBackoff"));
    double attempts = fields.fixed("maxAttempts", standard.maxAttempts(), ATTEMPTS);
    if (attempts != Math.rint(attempts)) {
      fields.refuse("maxAttempts", ATTEMPTS.allowed());
    }
    Duration backoff = fields.fixed("backoff", standard.backoff(), Duration.ZERO, LONGEST);
    double factor = fields.fixed("factor", standard.factor(), FACTOR);
    Duration most = backoff.compareTo(standard.maxBackoff()) > 0 ? backoff : standard.maxBackoff();
    Duration maxBackoff = fields.fixed("maxBackoff", most, Duration.ZERO, LONGEST);
    if (maxBackoff.compareTo(backoff) < 0) {
      fields.refuse("maxBackoff", "at least backoff (" + backoff + ")");
    }
    return new RetryRule((int) attempts, backoff, factor, maxBackoff);
  }

  private List<GateRule> gates(Fields fields) {
    Object value = fields.raw("gates");
    if (value == null) {
      return List.of();
    }
    if (!(value instanceof List<?> list)) {
      fields.refuse("gates", "a list of gates, each a mapping with name and type");
      return List.of();
    }
    if (list.size() > MAX_GATES) {
      fields.refuse("gates", list.size() + " gates", "at most " + MAX_GATES + " gates");
    }
    List<GateRule> gates = new ArrayList<>();
    Map<String, Integer> indexByName = new HashMap<>();
    for (int i = 0; i < Math.min(list.size(), MAX_GATES); i++) {
      String path = "gates[" + i + "]";
      if (!(list.get(i) instanceof Map<?, ?> map)) {
        faults.add(path, Fields.shown(list.get(i)), "a gate is a mapping with name and type");
        continue;
      }
      GateReader reader = new GateReader(new Fields(map, path, faults), faults);
      GateRule gate = reader.read();
      Integer first = reader.name() == null ? null : indexByName.putIfAbsent(reader.name(), i);
      if (first != null) {
        reader.refuseName("a name of its own; gates[" + first + "] has this one already");
      }
      if (gate != null) {
        gates.add(gate);
      }
    }
    return gates;
  }
}
