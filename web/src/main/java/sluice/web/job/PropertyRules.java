package sluice.web.job;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ejb.stage.StageRequest;

/** Which properties a job may have, and which Java value a JSON number becomes. Stateless. */
final class PropertyRules {
  /** Properties that mean what the field of the same meaning means; each with the field's name. */
  static final Map<String, String> FIELD_BY_PROPERTY =
      Map.of(
          "sluice_namespace", "namespace",
          "sluice_job_key", "jobKey",
          "sluice_dedupe_key", "dedupeKey",
          "sluice_not_before", "notBefore",
          "sluice_policy", "policy");

  private static final Set<String> RESERVED_WORDS =
      Set.of("NULL", "TRUE", "FALSE", "NOT", "AND", "OR", "BETWEEN", "LIKE", "IN", "IS", "ESCAPE");
  private static final int LONGEST_NAME = 1_000;
  private static final int LONGEST_NUMBER = 400;
  private static final int NUMBER_SIZE = 8;

  private PropertyRules() {}

  /** Refuses a name that JMS does not carry, or that belongs to the broker or to Sluice. */
  static void checkName(String name) {
    if (!isIdentifier(name)) {
      throw new UnfitJob(
          "INVALID_PROPERTY",
          "the property '"
              + shortened(name)
              + "' is no JMS name: letters, digits, _ and $, no digit first");
    }
    boolean group = name.equals("JMSXGroupID") || name.equals("JMSXGroupSeq");
    boolean reserved =
        name.startsWith("JMS") || name.startsWith("_AMQ") || name.startsWith("sluice_");
    if (reserved && !group) {
      throw new UnfitJob(
          "INVALID_PROPERTY",
          "the property "
              + name
              + " is reserved: JMS*, _AMQ* and sluice_* are set by the broker and by Sluice");
    }
  }

  /** Refuses more of them than the intake queue takes. */
  static void checkAll(Map<String, ?> properties) {
    if (properties.size() > StageRequest.MOST_PROPERTIES) {
      throw new UnfitJob(
          "TOO_MANY_PROPERTIES",
          "the job has "
              + properties.size()
              + " properties; allowed: "
              + StageRequest.MOST_PROPERTIES);
    }
    long characters = 0;
    for (Map.Entry<String, ?> property : properties.entrySet()) {
      int value = property.getValue() instanceof String text ? text.length() : NUMBER_SIZE;
      characters += property.getKey().length() + value;
    }
    if (characters > StageRequest.LONGEST_PROPERTIES) {
      throw new UnfitJob(
          "PROPERTIES_TOO_LARGE",
          "names and values of the properties have "
              + characters
              + " characters; allowed: "
              + StageRequest.LONGEST_PROPERTIES);
    }
  }

  /** The value that a message carries. */
  static Object value(String name, @Nullable Object value) {
    return switch (value) {
      case String text -> text;
      case Boolean flag -> flag;
      case JobFields.NumberText number -> number(name, number.text());
      case null -> throw unfit(name, "null: leave the property out");
      default -> throw unfit(name, "an array or object");
    };
  }

  /** Integer or Long for whole numbers, Double for others if it says the same digits. */
  static Number number(String name, String text) {
    if (text.length() > LONGEST_NUMBER) {
      throw unfit(name, "a number of " + text.length() + " characters");
    }
    if (text.chars().allMatch(c -> c == '-' || Character.isDigit(c)) && !text.equals("-0")) {
      try {
        long whole = Long.parseLong(text);
        if (whole == (int) whole) {
          return (int) whole;
        }
        return whole;
      } catch (NumberFormatException e) {
        throw unfit(name, text + ": whole numbers have 64 bits; send it as a string");
      }
    }
    double real = Double.parseDouble(text);
    if (Double.isInfinite(real) || !same(real, text)) {
      throw unfit(
          name, text + ": it does not fit a double without losing digits; send it as a string");
    }
    return real;
  }

  private static boolean same(double real, String text) {
    try {
      return new BigDecimal(Double.toString(real)).compareTo(new BigDecimal(text)) == 0;
    } catch (NumberFormatException e) {
      return false; // an exponent that no number has room for
    }
  }

  private static UnfitJob unfit(String name, String what) {
    return new UnfitJob(
        "INVALID_PROPERTY",
        "the property " + name + " is " + what + "; allowed are strings, booleans and numbers");
  }

  private static boolean isIdentifier(String name) {
    return !name.isEmpty()
        && name.length() <= LONGEST_NAME
        && Character.isJavaIdentifierStart(name.codePointAt(0))
        && name.codePoints().allMatch(Character::isJavaIdentifierPart)
        && name.indexOf('\0') < 0
        && !RESERVED_WORDS.contains(name.toUpperCase(Locale.ROOT));
  }

  private static String shortened(String name) {
    String printable =
        name.codePoints()
            .limit(60)
            .filter(c -> !Character.isISOControl(c))
            .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
            .toString();
    return printable.length() < name.length() ? printable + "…" : printable;
  }
}
