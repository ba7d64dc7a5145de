package sluice.ejb.metrics;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A strict reader of the text format, version 0.0.4: a family has help, type and its samples in one
 * block, no family and no series twice, names and labels well-formed, counters end in _total,
 * values are numbers, the last line ends.
 */
final class StrictText {
  private static final Pattern HELP = Pattern.compile("# HELP ([a-z_:][a-z0-9_:]*) \\S.*");
  private static final Pattern TYPE =
      Pattern.compile("# TYPE ([a-z_:][a-z0-9_:]*) (counter|gauge|summary)");
  private static final String LABEL = "[a-z_][a-z0-9_]*=\"(?:[^\\\\\"\\n]|\\\\[\\\\\"n])*\"";
  private static final Pattern SAMPLE =
      Pattern.compile(
          "([a-z_:][a-z0-9_:]*)(\\{"
              + LABEL
              + "(?:,"
              + LABEL
              + ")*\\})? (NaN|-?[0-9.]+(?:E-?[0-9]+)?)");

  final Map<String, String> types = new LinkedHashMap<>();
  final Map<String, Double> samples = new LinkedHashMap<>();
  private final Set<String> helped = new HashSet<>();
  private String family = "";

  StrictText(String text) {
    if (!text.endsWith("\n")) {
      throw new AssertionError("the last line does not end");
    }
    text.lines().forEach(this::line);
    if (!helped.equals(types.keySet())) {
      throw new AssertionError("help and type differ: " + helped + " " + types.keySet());
    }
  }

  private void line(String line) {
    Matcher help = HELP.matcher(line);
    Matcher type = TYPE.matcher(line);
    Matcher sample = SAMPLE.matcher(line);
    if (help.matches()) {
      must(helped.add(help.group(1)), "a second help", line);
      family = help.group(1);
    } else if (type.matches()) {
      must(type.group(1).equals(family), "a type behind another help", line);
      must(types.put(family, type.group(2)) == null, "a second type", line);
      must(
          type.group(2).equals("counter") == family.endsWith("_total"),
          "only counters end in _total",
          line);
    } else {
      must(sample.matches(), "no line of the format", line);
      String name = sample.group(1);
      boolean summary = "summary".equals(types.get(family));
      must(
          name.equals(family)
              || (summary && (name.equals(family + "_sum") || name.equals(family + "_count"))),
          "a sample outside its family",
          line);
      String labels = sample.group(2) == null ? "" : sample.group(2);
      must(
          samples.put(name + labels, Double.valueOf(sample.group(3))) == null,
          "a series twice",
          line);
    }
  }

  private static void must(boolean so, String what, String line) {
    if (!so) {
      throw new AssertionError(what + ": " + line);
    }
  }
}
