package sluice.core.expression;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A compiled template: text with {@code ${…}} expressions over a job's {@link Context}, such as
 * {@code event:${eventId}} or {@code ${plan == 'gold' ? 50 : 5}}.
 *
 * <p>Within the braces stands Jakarta Expression Language, less everything that could reach beyond
 * the context: names of properties, {@code properties['odd-name']} for names that are no
 * identifiers, literals, operators, brackets and the ternary. A property that is missing is null.
 * As in Jakarta EL, null counts as 0 in arithmetic and as the empty text beside other text. {@code
 * #{…}} is text; <code>&#92;${</code> writes a dollar sign and a brace that start nothing.
 *
 * <p>Compiled once, evaluated for each job: a lone {@code ${name}} is a look-up, others walk a tree
 * bounded in size and depth at compile time (no loops, no calls), hence in time. Immutable and
 * thread-safe.
 *
 * <p>Source: Jakarta Expression Language 6.0,
 * https://jakarta.ee/specifications/expression-language/6.0/
 */
public final class Expression {
  /** Longest source, in characters. */
  public static final int MAX_LENGTH = 2_000;

  private final String source;
  private final List<Part> parts;
  private final Set<String> properties;
  private final boolean constant;

  Expression(String source, List<Part> parts, Set<String> properties, boolean constant) {
    this.source = source;
    this.parts = List.copyOf(parts);
    this.properties = Set.copyOf(properties);
    this.constant = constant;
  }

  /**
   * Compiles a template.
   *
   * @throws InvalidExpression when it holds anything that is not allowed
   */
  public static Expression compile(String source) {
    return new Template(source).compile();
  }

  /** Whether a text holds an expression at all; other texts are compiled to themselves. */
  public static boolean isIn(String text) {
    return Template.holdsExpression(text);
  }

  /**
   * The value: of the expression itself when the template is nothing else, of the whole text
   * otherwise.
   *
   * @return a String, Boolean, Long, Integer, Short, Byte, Double or Float, or null
   * @throws EvaluationFailed when it can't be computed for this job
   */
  public @Nullable Object evaluate(Context context) {
    return parts.size() == 1 ? value(parts.getFirst(), context) : joined(context);
  }

  /**
   * The value as text. Null only when the template is one expression that gives null; a null among
   * other text is empty.
   *
   * @throws EvaluationFailed when it can't be computed for this job
   */
  public @Nullable String text(Context context) {
    Object value = evaluate(context);
    return value == null ? null : Scalars.text(value);
  }

  /**
   * The value as text, but null as soon as one expression of the template gives null: for texts
   * that mean nothing when a piece is missing, such as the key by which duplicates are found.
   *
   * @throws EvaluationFailed when it can't be computed for this job
   */
  public @Nullable String textOfAllParts(Context context) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      Object value = value(part, context);
      if (value == null) {
        return null;
      }
      text.append(Scalars.text(value));
    }
    return text.toString();
  }

  /** Whether the value is the same for all jobs. */
  public boolean constant() {
    return constant;
  }

  /** Whether the template is one expression without text around it. */
  public boolean single() {
    return parts.size() == 1 && !(parts.getFirst() instanceof Part.Text);
  }

  /** Names of the context that it reads, as far as they are written out. */
  public Set<String> properties() {
    return properties;
  }

  /** As written. */
  public String source() {
    return source;
  }

  private String joined(Context context) {
    StringBuilder text = new StringBuilder();
    for (Part part : parts) {
      Object value = value(part, context);
      if (value != null) {
        text.append(Scalars.text(value));
      }
    }
    return text.toString();
  }

  private @Nullable Object value(Part part, Context context) {
    return switch (part) {
      case Part.Text text -> text.text();
      case Part.Property property -> context.get(property.name());
      case Part.Computed computed -> computed(computed, context);
    };
  }

  private @Nullable Object computed(Part.Computed part, Context context) {
    Object value;
    try {
      value = part.language().value(context);
    } catch (RuntimeException e) {
      String message = e.getMessage();
      throw new EvaluationFailed(
          source,
          properties,
          "can't be computed: "
              + Shown.shortened(message == null ? e.getClass().getSimpleName() : message));
    }
    if (value instanceof Double number && !Double.isFinite(number)) {
      throw new EvaluationFailed(
          source,
          properties,
          "gives " + number + ", as dividing by zero does; a number that is finite is allowed");
    }
    if (!Scalars.allowed(value)) {
      throw new EvaluationFailed(
          source, properties, "gives no text, number or boolean, and nothing else is allowed");
    }
    return value;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Expression that && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return source.hashCode();
  }

  @Override
  public String toString() {
    return source;
  }
}
