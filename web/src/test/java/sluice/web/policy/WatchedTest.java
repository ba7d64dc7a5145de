package sluice.web.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class WatchedTest {
  @Test
  void i_176_keys_with_commas_and_slashes_survive() {
    assertThat(
            Watched.named(new String[] {"g/a,b", "g/x/y", "g/a,b", "nothing", "/k", "g/", "g/a\0"}))
        .extracting(Watched::gate, Watched::key)
        .containsExactly(
            org.assertj.core.groups.Tuple.tuple("g", "a,b"),
            org.assertj.core.groups.Tuple.tuple("g", "x/y"));
    assertThat(Watched.named(null)).isEmpty();
  }

  @Test
  void no_more_are_shown_than_a_page_can_ask_for() {
    String[] words = IntStream.range(0, 100).mapToObj(i -> "g/k" + i).toArray(String[]::new);
    assertThat(Watched.named(words)).hasSize(Watched.MOST);
  }
}
