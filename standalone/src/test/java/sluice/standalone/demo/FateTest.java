package sluice.standalone.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FateTest {

  @Test
  void a_few_percent_of_the_first_attempts_go_wrong_in_each_way() {
    Map<Fate, Long> fates = count(1);
    assertThat(fates.get(Fate.FAILURE)).isBetween(400L, 700L);
    assertThat(fates.get(Fate.LATER)).isBetween(180L, 360L);
    assertThat(fates.get(Fate.REJECT)).isBetween(5L, 40L);
    assertThat(fates.get(Fate.SUCCESS)).isGreaterThan(16_000L);
  }

  @Test
  void no_later_attempt_is_put_off_again() {
    assertThat(count(2)).doesNotContainKey(Fate.LATER).containsKey(Fate.FAILURE);
  }

  @Test
  void is_the_same_each_time_and_another_in_another_round() {
    assertThat(all(1)).isEqualTo(all(1)).isNotEqualTo(all(2));
  }

  private static String all(int round) {
    return IntStream.rangeClosed(1, 1_000)
        .mapToObj(row -> Fate.of(row, round, 1).name())
        .collect(Collectors.joining());
  }

  private static Map<Fate, Long> count(int attempt) {
    return IntStream.rangeClosed(1, 17_898)
        .mapToObj(row -> Fate.of(row, 1, attempt))
        .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
  }
}
