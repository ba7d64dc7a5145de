package sluice.web.version;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import sluice.ejb.control.Impact;

class VerdictTest {
  @Test
  void says_how_many_partitions_would_be_over_their_limit() {
    assertThat(over(0, true)).isEmpty();
    assertThat(over(1, true)).startsWith("1 partition would have").endsWith("until it is below.");
    assertThat(over(1, false)).startsWith("At least 1 partitions would have");
    assertThat(over(1_200, true)).startsWith("1,200 partitions would have");
  }

  private static String over(int total, boolean complete) {
    Impact.OverLimit limit = new Impact.OverLimit(List.of(), total, complete);
    return new Verdict(List.of(), null, new Impact(0, 0, null, false, limit)).over();
  }
}
