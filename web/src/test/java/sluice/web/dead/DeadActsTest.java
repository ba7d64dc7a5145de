package sluice.web.dead;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DeadActsTest {
  @Test
  void tells_what_was_done_and_what_stays_dead_and_why() {
    assertThat(DeadActs.told(1_200, "wait again", Map.of("EXPIRED", 3), 1))
        .isEqualTo("1,200 wait again; 3 stay dead (EXPIRED); 1 were dead no more.");
    assertThat(DeadActs.told(2, "given up", Map.of(), 0)).isEqualTo("2 given up.");
  }
}
