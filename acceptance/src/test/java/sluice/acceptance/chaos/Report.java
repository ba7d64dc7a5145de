package sluice.acceptance.chaos;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import sluice.acceptance.chaos.Outcome.Round;

/** A campaign as a page of the documentation. */
final class Report {
  /** What stands above this line in the page is written by hand and kept. */
  private static final String MARK = "<!-- What follows is written by ./sluice test --chaos. -->";

  private Report() {}

  /** Puts the campaign into the page, in the place of the one before. */
  static void write(Path page, Outcome outcome) {
    try {
      String old = Files.exists(page) ? Files.readString(page) : "# Reliability\n\n" + MARK;
      int mark = old.indexOf(MARK);
      String kept = mark < 0 ? old + "\n" : old.substring(0, mark);
      Files.writeString(page, kept + MARK + "\n\n" + of(outcome));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static String of(Outcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append(head(outcome));
    text.append("\n| fault | times | longest wait for work after its end |\n|---|---|---|\n");
    for (Fault fault : Fault.values()) {
      List<Round> rounds =
          outcome.rounds().stream().filter(round -> round.fault() == fault).toList();
      long longest = rounds.stream().mapToLong(Round::backMillis).max().orElse(0);
      text.append(
          "| %s | %d | %.1f s |\n".formatted(fault.words(), rounds.size(), longest / 1000.0));
    }
    text.append("\n| limit | most at once, by the workers' log | allowed |\n|---|---|---|\n");
    outcome
        .verdict()
        .peaks()
        .forEach(peak ->
            text.append("| %s | %d | %d |\n".formatted(peak.gate(), peak.most(), peak.limit())));
    text.append("\n| attempts lost, and done again, by | number |\n|---|---|\n");
    outcome
        .verdict()
        .lost()
        .forEach((why, number) ->
            text.append(
                "| %s | %d |\n".formatted(why.isEmpty() ? "nothing that was done" : why, number)));
    if (!outcome.verdict().isClean()) {
      text.append("\nViolations:\n\n");
      outcome.verdict().violations().forEach(each -> text.append("- ").append(each).append('\n'));
    }
    return text.toString();
  }

  private static String head(Outcome outcome) {
    Verdict.Figures figures = outcome.verdict().figures();
    Outcome.Counts counts = outcome.counts();
    double minutes = outcome.length().toMillis() / 60_000.0;
    return """
    %s, seed %d, %s.

    | | |
    |---|---|
    | length | %.1f minutes, %d faults |
    | load average of the machine in the end | %.1f |
    | jobs accepted, done | %,d, %,d (and %d in sends of which nobody can tell whether the broker took them) |
    | grants | %,d, that is %,.0f in 30 minutes |
    | attempts begun | %,d |
    | violations | %d |
    | jobs lost | %d |
    | attempts lost, jobs that succeeded more than once | %d, %d |
    | comparisons of every partition with its limit in the database | %,d |
    """
        .formatted(
            LocalDate.now(ZoneOffset.UTC),
            outcome.plan().seed(),
            machine(),
            minutes,
            outcome.rounds().size(),
            ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
            counts.accepted(),
            figures.jobs(),
            counts.unknown(),
            counts.grants(),
            counts.grants() / minutes * 30,
            figures.attempts(),
            outcome.verdict().violations().size(),
            outcome.verdict().violations().stream().filter(v -> v.startsWith("lost: ")).count(),
            outcome.verdict().lost().values().stream().mapToInt(Integer::intValue).sum(),
            figures.doneAgain(),
            counts.looks());
  }

  private static String machine() {
    return "%s, %d cores, Java %s, %s"
        .formatted(
            processor(),
            Runtime.getRuntime().availableProcessors(),
            Runtime.version().feature(),
            System.getProperty("os.name") + " " + System.getProperty("os.arch"));
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse("processor unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
