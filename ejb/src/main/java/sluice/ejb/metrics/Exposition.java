package sluice.ejb.metrics;

/**
 * Writes the text format of Prometheus, version 0.0.4: a family is its help and type, then its
 * samples. Used by one thread.
 */
final class Exposition {
  private final StringBuilder text = new StringBuilder(16_384);
  private String family = "";

  /** What a family's samples are. */
  enum Type {
    COUNTER,
    GAUGE,
    SUMMARY
  }

  /** Begins a family. Its samples follow before the next family. */
  Exposition family(String name, Type type, String help) {
    family = name;
    text.append("# HELP ").append(name).append(' ').append(help.replace("\\", "\\\\")).append('\n');
    text.append("# TYPE ").append(name).append(' ');
    text.append(type.name().toLowerCase(java.util.Locale.ROOT)).append('\n');
    return this;
  }

  /**
   * A sample of the family.
   *
   * @param labels names and values in turn
   */
  Exposition sample(double value, String... labels) {
    return suffixed("", value, labels);
  }

  /** A sample of the family whose name has a suffix: the sum and count of a summary. */
  Exposition suffixed(String suffix, double value, String... labels) {
    text.append(family).append(suffix);
    for (int i = 0; i < labels.length; i += 2) {
      text.append(i == 0 ? '{' : ',').append(labels[i]).append("=\"");
      escape(labels[i + 1]);
      text.append('"');
    }
    text.append(labels.length == 0 ? " " : "} ").append(number(value)).append('\n');
    return this;
  }

  private void escape(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      switch (c) {
        case '\\' -> text.append("\\\\");
        case '"' -> text.append("\\\"");
        case '\n' -> text.append("\\n");
        default -> text.append(c);
      }
    }
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "NaN";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }

  @Override
  public String toString() {
    return text.toString();
  }
}
