package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import sluice.ejb.policy.SavedPolicy.Outcome;

class RollBackTest {
  private final LivePolicies live = new LivePolicies();

  private static String max(int max) {
    return "[{name: c, type: concurrency, key: \"${k}\", max: %d}]".formatted(max);
  }

  private SavedPolicy back(int version, @Nullable Integer expected) {
    RollBack back = new RollBack("p", version, Expected.version(expected), LivePolicies.ANN);
    return live.save(live.in(back::request));
  }

  @Test
  void the_old_document_is_a_new_version_and_holds_at_the_next_tick() {
    int policy = live.save("p", max(2));
    live.save("p", max(0));
    live.stage(5, "a");
    assertThat(live.tickOut(policy)).isEmpty();
    SavedPolicy saved = back(1, 2);
    assertThat(saved.version()).isEqualTo(3);
    assertThat(live.tickOut(policy)).hasSize(2);
    assertThat(
            live.number(
                """
                select count(*) from policy_version v join policy_version w using (policy_id, definition)
                where v.version = 1 and w.version = 3 and w.reason = 'rolled back to version 1: because' and w.author = 'ann'\
                """))
        .isOne();
  }

  @Test
  void to_what_is_in_force_it_makes_no_version() {
    live.save("p", max(2));
    assertThat(back(1, null).outcome()).isEqualTo(Outcome.UNCHANGED);
  }

  @Test
  void a_version_that_is_not_there_or_not_expected_changes_nothing() {
    live.save("p", max(2));
    live.save("p", max(3));
    assertThatThrownBy(() -> back(7, null)).isInstanceOf(UnknownVersion.class);
    assertThatThrownBy(() -> back(1, 1)).isInstanceOf(VersionConflict.class);
    assertThat(live.number("select version from policy")).isEqualTo(2);
  }
}
