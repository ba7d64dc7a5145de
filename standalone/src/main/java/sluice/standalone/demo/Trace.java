package sluice.standalone.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads traces: CSV without quotes, one job a line in the order of submission. No state.
 *
 * <p>The shipped one is described in the README.md beside it.
 */
final class Trace {

  private static final String SHIPPED = "cluster-jobs-2013.csv";
  private static final String HEADING = "submit_s,user,queue,cpus,run_s";

  private Trace() {}

  /** The shipped trace. */
  static List<TraceJob> shipped() {
    try (InputStream in = Trace.class.getResourceAsStream(SHIPPED)) {
      if (in == null) {
        throw new UnreadableTraceException("There is no resource " + SHIPPED + ".");
      }
      return read(new InputStreamReader(in, StandardCharsets.UTF_8));
    } catch (IOException fault) {
      throw new UnreadableTraceException("The resource " + SHIPPED + " cannot be read.", fault);
    }
  }

  /** Reads a trace to its end. */
  static List<TraceJob> read(Reader text) throws IOException {
    BufferedReader lines = new BufferedReader(text);
    String heading = lines.readLine();
    if (!HEADING.equals(heading)) {
      throw new UnreadableTraceException(
          "Line 1 of the trace is \"%s\": it must be \"%s\".".formatted(heading, HEADING));
    }
    List<TraceJob> jobs = new ArrayList<>();
    long before = 0;
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      TraceJob job = job(jobs.size() + 1, line);
      if (job.submitSeconds() < before) {
        throw bad(job.row(), line, "it was submitted before the line above it");
      }
      before = job.submitSeconds();
      jobs.add(job);
    }
    return List.copyOf(jobs);
  }

  private static TraceJob job(int row, String line) {
    List<String> fields = List.of(line.split(",", -1));
    if (fields.size() != 5) {
      throw bad(row, line, "it has %d fields, not 5".formatted(fields.size()));
    }
    if (fields.get(1).isBlank() || fields.get(2).isBlank()) {
      throw bad(row, line, "user or queue is missing");
    }
    long submit = number(row, line, "submit_s", fields.get(0), 0);
    long cpus = number(row, line, "cpus", fields.get(3), 1);
    long run = number(row, line, "run_s", fields.get(4), 0);
    return new TraceJob(
        row,
        submit,
        fields.get(1),
        fields.get(2),
        new TraceJob.Demand((int) Math.min(cpus, Integer.MAX_VALUE), run));
  }

  private static long number(int row, String line, String field, String text, long least) {
    try {
      long value = Long.parseLong(text);
      if (value >= least) {
        return value;
      }
    } catch (NumberFormatException refusedBelow) {
      // Refused below, like a number that is too small.
    }
    throw bad(row, line, "%s is no whole number of %d or more".formatted(field, least));
  }

  private static UnreadableTraceException bad(int row, String line, String why) {
    return new UnreadableTraceException(
        "Line %d of the trace is \"%s\": %s.".formatted(row + 1, line, why));
  }
}
