package sluice.core.expression;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What an expression sees of one job: the properties of its message and four built-in names, which
 * win over properties of the same name. Flat by contract: a value is a String, Boolean, Byte,
 * Short, Integer, Long, Float or Double. Immutable, thread-safe.
 *
 * @param properties the message's properties; entries without a value are left out, and so are
 *     bytes, which no expression can read; a char reads as a text; anything else than the types
 *     above is refused with {@link IllegalArgumentException}
 * @param namespace the job's namespace
 * @param policy name of the job's policy
 * @param priority JMS priority, 0–9
 * @param queue the queue that the job came in by
 */
public record Context(
    Map<String, Object> properties, String namespace, String policy, int priority, String queue) {

  /** Names that are always there and that no property can hide. */
  public static final Set<String> BUILT_IN = Set.of("namespace", "policy", "priority", "queue");

  /** The context of no job, for what reads nothing of one. */
  public static final Context NOTHING = new Context(Map.of(), "", "", 0, "");

  public Context {
    Map<String, Object> copy = new LinkedHashMap<>();
    properties.forEach((name, value) -> {
      if (value != null && !(value instanceof byte[])) {
        copy.put(name, scalar(name, value));
      }
    });
    properties = Collections.unmodifiableMap(copy);
  }

  /** The built-in or property of this name; null when there is none. */
  public @Nullable Object get(String name) {
    return switch (name) {
      case "namespace" -> namespace;
      case "policy" -> policy;
      case "priority" -> (long) priority;
      case "queue" -> queue;
      default -> properties.get(name);
    };
  }

  private static Object scalar(String name, Object value) {
    return switch (value) {
      case String s -> s;
      case Character c -> c.toString();
      case Boolean b -> b;
      case Byte n -> n;
      case Short n -> n;
      case Integer n -> n;
      case Long n -> n;
      case Float n -> n;
      case Double n -> n;
      default ->
          throw new IllegalArgumentException(
              "property "
                  + Shown.of(name)
                  + " is a "
                  + value.getClass().getSimpleName()
                  + "; a text, a boolean, a whole number up to 64 bits or a float or double is allowed");
    };
  }
}
