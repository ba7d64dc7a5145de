package sluice.standalone;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How far the application has come with its start, by its log. Stateless. */
final class StartStage {
  /** What the server writes when everything is deployed. */
  static final String SERVER_IS_UP = ") ready in ";

  /** What a step writes, and what goes on from there; in the order of a start. */
  private static final List<Map.Entry<String, String>> STEPS =
      List.of(
          Map.entry("Boot Command create-jdbc", "the application is being loaded"),
          Map.entry("org.flywaydb", "the database is being brought up to date"),
          Map.entry("event=migrated", "policies are read and pages made ready"),
          Map.entry(SERVER_IS_UP, "database, broker and the first tick are waited for"));

  private static final Pattern REFUSED =
      Pattern.compile("event=policy-files-read taken=\\d+ refused=([1-9]\\d*)");

  private StartStage() {}

  /** What goes on by the last step that the log tells of. */
  static String of(String log) {
    String stage = "the server boots";
    for (Map.Entry<String, String> step : STEPS) {
      if (log.contains(step.getKey())) {
        stage = step.getValue();
      }
    }
    return stage;
  }

  /** That policy files were refused, and where it says why; empty if none was. */
  static Optional<String> refusedFiles(String log, Path file) {
    Matcher matcher = REFUSED.matcher(log);
    if (!matcher.find()) {
      return Optional.empty();
    }
    boolean one = matcher.group(1).equals("1");
    return Optional.of(
        "%s policy file%s refused; why is on the overview of the console and in %s (event=refused)"
            .formatted(matcher.group(1), one ? " was" : "s were", file));
  }
}
