package sluice.web.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JobSearchTest {
  @Test
  void i_184_a_forged_cursor_gives_the_first_page() {
    for (String forged :
        List.of("zzz_1", "1_", "_", "{}", "-1_1", "9".repeat(20) + "_1", "1\0_1")) {
      assertThat(JobSearch.of(Map.of("after", forged)).after()).as(forged).isNull();
    }
    assertThat(JobSearch.of(Map.of("after", "1000_7")).after()).isNotNull();
  }

  @Test
  void words_that_make_no_sense_are_left_out() {
    JobSearch asked =
        JobSearch.of(
            Map.of("state", "id; drop table x", "policy", "a\0", "namespace", "x".repeat(2_000)));
    assertThat(asked).isEqualTo(new JobSearch("pending", "", "", "", null));
    assertThat(JobSearch.of(Map.of("state", "dead")).order()).isEqualTo("Died");
  }
}
