package sluice.jms.message;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads properties of the contract with the conversions that JMS allows: an integer of any width,
 * or a text of digits from a protocol that knows texts only.
 */
public final class MessageProperties {
  private static final int SHOWN = 80;

  private final Map<String, @Nullable Object> values;

  /** Reads in {@code values}, which must not change meanwhile. */
  public MessageProperties(Map<String, @Nullable Object> values) {
    this.values = values;
  }

  /** A text; null if the property is absent. */
  public @Nullable String text(String name) {
    Object value = values.get(name);
    if (value == null || value instanceof String) {
      return (String) value;
    }
    throw invalid(name, "a String");
  }

  /** A text that PostgreSQL can keep and people can read: well-formed and without NUL. */
  public @Nullable String plainText(String name) {
    String text = text(name);
    if (text != null && (text.isEmpty() || text.indexOf('\0') >= 0 || !isWellFormed(text))) {
      throw invalid(name, "a String that is not empty, without NUL and unpaired surrogates");
    }
    return text;
  }

  /** A {@link #plainText} of a limited length. */
  public @Nullable String key(String name, int longest) {
    String text = plainText(name);
    if (text != null && text.length() > longest) {
      throw new UnfitMessage(
          UnfitMessage.KEY_TOO_LONG,
          name + " has " + text.length() + " characters; allowed: " + longest);
    }
    return text;
  }

  /** An integer; null if the property is absent. */
  public @Nullable Long integer(String name) {
    Object value = values.get(name);
    return switch (value) {
      case null -> null;
      case Long l -> l;
      case Integer i -> i.longValue();
      case Short s -> s.longValue();
      case Byte b -> b.longValue();
      case String s -> parsed(name, s);
      default -> throw invalid(name, "a long");
    };
  }

  /** An integer that must be there. */
  public long requiredInteger(String name) {
    Long value = integer(name);
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  /** A text that must be there. */
  public String requiredText(String name) {
    String value = text(name);
    if (value == null) {
      throw missing(name);
    }
    return value;
  }

  /** A refusal that names property, value and what is allowed. */
  public UnfitMessage invalid(String name, String allowed) {
    Object value = values.get(name);
    String type = value == null ? "nothing" : value.getClass().getSimpleName();
    return new UnfitMessage(
        UnfitMessage.INVALID_PROPERTY,
        name + " is " + type + " \"" + shown(value) + "\"; allowed: " + allowed);
  }

  private static UnfitMessage missing(String name) {
    return new UnfitMessage(UnfitMessage.MISSING_PROPERTY, name + " is missing");
  }

  private Long parsed(String name, String text) {
    try {
      return Long.valueOf(text.strip());
    } catch (NumberFormatException e) {
      throw invalid(name, "a long");
    }
  }

  private static String shown(@Nullable Object value) {
    String text = String.valueOf(value);
    String cut = text.length() > SHOWN ? text.substring(0, SHOWN) + "…" : text;
    return WellFormed.of(cut);
  }

  private static boolean isWellFormed(String text) {
    return WellFormed.of(text).equals(text);
  }
}
