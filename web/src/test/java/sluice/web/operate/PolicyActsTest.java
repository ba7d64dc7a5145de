package sluice.web.operate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import sluice.core.reason.Reason;
import sluice.ejb.control.Forced;
import sluice.ejb.policy.AliveJobs;

class PolicyActsTest {
  @Test
  void i_201_tells_what_was_admitted_and_what_is_left() {
    assertThat(sentence(300, 0, 20, 0)).isEqualTo("300 admitted; 20 scheduled for later.");
    assertThat(sentence(10_000, 2_000, 0, 0)).isEqualTo("10,000 admitted; 2,000 remain waiting.");
    assertThat(sentence(0, 0, 0, 0)).isEqualTo("Nothing waits.");
  }

  @Test
  void names_the_first_partitions_that_were_gone_past() {
    assertThat(sentence(3, 0, 3, 2))
        .isEqualTo(
            "3 admitted; 3 scheduled for later; past the limit of 2 partitions:"
                + " each k0 (2 in flight), each k1 (2 in flight).");
    assertThat(sentence(9, 0, 0, 9)).endsWith("each k4 (2 in flight), ….");
  }

  @Test
  void a_deleted_policy_is_told_with_its_notes() {
    assertThat(PolicyActs.deleted("p", List.of())).isEqualTo("Policy p is deleted.");
    assertThat(PolicyActs.deleted("p", List.of("it stands in a file")))
        .isEqualTo("Policy p is deleted. Note: it stands in a file.");
  }

  private static String sentence(int admitted, long pending, long scheduled, int past) {
    List<Forced.Past> partitions =
        IntStream.range(0, past)
            .mapToObj(i -> new Forced.Past("each", "k" + i, Reason.CONCURRENCY, 1.0, 2))
            .toList();
    return PolicyActs.sentence(
        new Forced(admitted, false, partitions, new AliveJobs(pending, scheduled, 0, 0)));
  }
}
