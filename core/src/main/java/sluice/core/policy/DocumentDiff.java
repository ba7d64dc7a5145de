package sluice.core.policy;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What differs between two policy documents, by path. Gates are told apart by their name, so a gate
 * that only moved is not changed in all its fields; a null is like a field left out. No state,
 * thread-safe.
 */
public final class DocumentDiff {
  private static final String GATES = "gates";

  private final List<Change> changes = new ArrayList<>();

  private DocumentDiff() {}

  /**
   * One difference.
   *
   * @param path as in faults: {@code lease}, {@code fairness.key}, {@code gates[per-account].max}
   * @param before a text, number, boolean, list or map; null = there was none
   * @param after the same; null = there is none any more
   */
  public record Change(String path, @Nullable Object before, @Nullable Object after) {}

  /** The differences, in the order of the fields in the older and then the newer document. */
  public static List<Change> of(Map<String, ?> before, Map<String, ?> after) {
    DocumentDiff diff = new DocumentDiff();
    diff.maps("", before, after);
    return List.copyOf(diff.changes);
  }

  private void maps(String prefix, Map<?, ?> before, Map<?, ?> after) {
    Set<Object> fields = new LinkedHashSet<>(before.keySet());
    fields.addAll(after.keySet());
    for (Object field : fields) {
      values(prefix + field, before.get(field), after.get(field));
    }
  }

  private void values(String path, @Nullable Object before, @Nullable Object after) {
    if (same(before, after)) {
      return;
    }
    if (before instanceof Map<?, ?> one && after instanceof Map<?, ?> other) {
      maps(path + ".", one, other);
    } else if (path.equals(GATES)
        && before instanceof List<?> one
        && after instanceof List<?> other) {
      gates(one, other);
    } else {
      changes.add(new Change(path, before, after));
    }
  }

  private void gates(List<?> before, List<?> after) {
    Map<String, Map<?, ?>> one = byName(before);
    Map<String, Map<?, ?>> other = byName(after);
    if (one.size() != before.size() || other.size() != after.size()) {
      changes.add(new Change(GATES, before, after)); // no valid document: names missing or twice
      return;
    }
    Set<String> names = new LinkedHashSet<>(one.keySet());
    names.addAll(other.keySet());
    for (String name : names) {
      values(GATES + "[" + name + "]", one.get(name), other.get(name));
    }
    List<String> order = new ArrayList<>(one.keySet());
    List<String> newOrder = new ArrayList<>(other.keySet());
    order.retainAll(other.keySet());
    newOrder.retainAll(one.keySet());
    if (!order.equals(newOrder)) {
      changes.add(new Change(GATES, List.copyOf(one.keySet()), List.copyOf(other.keySet())));
    }
  }

  private static Map<String, Map<?, ?>> byName(List<?> gates) {
    Map<String, Map<?, ?>> byName = new LinkedHashMap<>();
    for (Object gate : gates) {
      if (gate instanceof Map<?, ?> fields && fields.get("name") instanceof String name) {
        byName.put(name, fields);
      }
    }
    return byName;
  }

  private static boolean same(@Nullable Object one, @Nullable Object other) {
    if (one instanceof Number a && other instanceof Number b) {
      return decimal(a).compareTo(decimal(b)) == 0;
    }
    return Objects.equals(one, other);
  }

  private static BigDecimal decimal(Number number) {
    return new BigDecimal(number.toString());
  }
}
