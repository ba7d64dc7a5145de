package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.StringReader;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TraceTest {

  private static final String HEADING = "submit_s,user,queue,cpus,run_s\n";

  @Test
  void reads_every_row_of_the_shipped_trace() {
    List<TraceJob> jobs = Trace.shipped();
    assertThat(jobs).hasSize(17_898);
    assertThat(jobs.stream().map(TraceJob::user).distinct()).hasSize(75);
    assertThat(jobs.get(1))
        .isEqualTo(new TraceJob(2, 548, "u02", "q_2w", new TraceJob.Demand(12, 1_164_297)));
    assertThat(jobs.getLast().row()).isEqualTo(17_898);
  }

  @Test
  void an_empty_trace_is_one_without_jobs() throws IOException {
    assertThat(Trace.read(new StringReader(HEADING))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "5,u01,q_1d,1             | it has 4 fields, not 5",
        "5,u01,q_1d,1,9,9         | it has 6 fields, not 5",
        "5,,q_1d,1,9              | user or queue is missing",
        "x,u01,q_1d,1,9           | submit_s is no whole number of 0 or more",
        "5,u01,q_1d,0,9           | cpus is no whole number of 1 or more",
        "5,u01,q_1d,1,-9          | run_s is no whole number of 0 or more",
        "3,u01,q_1d,1,9           | it was submitted before the line above it",
      })
  void names_the_line_that_is_bad_and_says_why(String line, String why) {
    StringReader text = new StringReader(HEADING + "4,u01,q_1d,1,9\n" + line + "\n");
    assertThatThrownBy(() -> Trace.read(text))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessage("Line 3 of the trace is \"%s\": %s.".formatted(line, why));
  }

  @Test
  void names_a_heading_that_promises_something_else() {
    assertThatThrownBy(() -> Trace.read(new StringReader("time,user\n1,u01\n")))
        .isInstanceOf(UnreadableTraceException.class)
        .hasMessage(
            "Line 1 of the trace is \"time,user\": it must be \"submit_s,user,queue,cpus,run_s\".");
  }
}
