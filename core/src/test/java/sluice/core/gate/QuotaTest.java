package sluice.core.gate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static sluice.core.gate.Gates.START;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.reason.Reason;

/** BEHAVIOUR.md H.2, H.3 and I.8, as far as the gate can tell. */
class QuotaTest {
  private static Verdict ask(@Nullable Integer platform, @Nullable Double own, int inFlight) {
    Quota quota = new Quota(platform);
    PartitionState state = PartitionState.EMPTY.withInFlightChangedBy(inFlight);
    return quota.ask(state, quota.inForce(Limits.max(own)), START);
  }

  @Test
  void i_208_what_is_in_flight_counts_and_nothing_else() {
    assertThat(ask(null, 5.0, 0).room()).isEqualTo(5);
    assertThat(ask(null, 5.0, 2).room()).isEqualTo(3);
  }

  @ParameterizedTest
  @CsvSource({"100, 7, 7", "100, , 100", ", 7, 7", "100, 0, 0", "0, , 0", "0, 3, 3"})
  void i_245_the_namespaces_own_ceiling_goes_before_the_platforms_default(
      @Nullable Integer platform, @Nullable Integer own, int room) {
    assertThat(new Quota(platform).ceiling(own)).isEqualTo(room);
    assertThat(ask(platform, own == null ? null : own.doubleValue(), 0).room()).isEqualTo(room);
  }

  @Test
  void without_any_ceiling_everything_goes_and_is_counted() {
    assertThat(ask(null, null, 3_000_000).open()).isTrue();
    assertThat(Quota.UNLIMITED.ceiling(null)).isNull();
    assertThat(Quota.UNLIMITED.charge(PartitionState.EMPTY, Limits.NONE, 7, START).inFlight())
        .isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 12})
  void i_244_a_suspended_namespace_waits_for_another_ceiling_and_not_for_a_time(int inFlight) {
    assertThat(ask(100, 0.0, inFlight)).isEqualTo(new Verdict(0, Reason.QUOTA, null));
  }

  @Test
  void a_ceiling_lowered_below_what_is_in_flight_lets_nothing_go_until_below() {
    assertThat(ask(null, 10.0, 12)).isEqualTo(new Verdict(0, Reason.QUOTA, null));
    assertThat(ask(null, 10.0, 10).open()).isFalse();
    assertThat(ask(null, 10.0, 9).room()).isEqualTo(1);
  }

  @Test
  void the_ceiling_on_the_row_is_kept_as_it_is_and_never_becomes_the_default() {
    Quota quota = new Quota(100);
    assertThat(quota.dynamic()).isTrue();
    assertThat(quota.inForce(Limits.max(null)).max()).isNull();
    assertThat(quota.inForce(Limits.max(7.0)).max()).isEqualTo(7);
  }

  @Test
  void one_full_namespace_does_not_close_the_policy() {
    assertThat(Quota.UNLIMITED.policyWide()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {-1, 1_000_001, Integer.MIN_VALUE, Integer.MAX_VALUE})
  void a_default_beyond_what_is_allowed_is_refused_with_its_value(int platform) {
    assertThatThrownBy(() -> new Quota(platform)).hasMessageContaining("" + platform);
  }
}
