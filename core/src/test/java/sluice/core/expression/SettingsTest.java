package sluice.core.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SettingsTest {
  private static final Bounds LIMIT = new Bounds(0, 1e9, "a number from 0 to 1,000,000,000");

  private static Context job(Object x) {
    return new Context(Map.of("x", x), "n", "p", 4, "q");
  }

  @Test
  void a_number_is_a_number() {
    NumberSetting setting = NumberSetting.computed(Expression.compile("${x}"), LIMIT);
    assertThat(setting.constant()).isFalse();
    assertThat(setting.properties()).containsExactly("x");
    assertThat(setting.value(job(12))).isEqualTo(12.0);
    assertThat(setting.value(job(2.5f))).isEqualTo(2.5);
    assertThat(setting.value(job(0L))).isZero();
    assertThat(setting.value(new Context(Map.of(), "n", "p", 4, "q"))).isNull();
  }

  @ParameterizedTest
  @ValueSource(strings = {"12", "10 ", "abc", "", "NaN", "Infinity"})
  void a_text_is_no_number(String text) {
    NumberSetting setting = NumberSetting.computed(Expression.compile("${x}"), LIMIT);
    assertThatThrownBy(() -> setting.value(job(text)))
        .isInstanceOf(EvaluationFailed.class)
        .hasMessageContaining("gives the text " + Shown.of(text))
        .hasMessageContaining(LIMIT.allowed());
  }

  @Test
  void nonsense_is_no_number() {
    NumberSetting setting = NumberSetting.computed(Expression.compile("${x}"), LIMIT);
    for (Object nonsense :
        new Object[] {
          -1,
          -0.001,
          Double.NaN,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          1e308,
          true,
          Float.NaN
        }) {
      assertThatThrownBy(() -> setting.value(job(nonsense)))
          .as("%s", nonsense)
          .isInstanceOf(EvaluationFailed.class);
    }
    NumberSetting quotient = NumberSetting.computed(Expression.compile("${1 / x}"), LIMIT);
    assertThatThrownBy(() -> quotient.value(job(0))).hasMessageContaining("gives Infinity");
  }

  @Test
  void what_can_never_be_a_number_is_refused_at_once() {
    for (String source :
        new String[] {"${x}0", "a${x}", "${'text'}", "${1 / 0}", "${-1}", "${null}", "text"}) {
      assertThatThrownBy(() -> NumberSetting.computed(Expression.compile(source), LIMIT))
          .as(source)
          .isInstanceOf(InvalidExpression.class);
    }
    assertThat(NumberSetting.computed(Expression.compile("${2 * 3}"), LIMIT).constant()).isTrue();
    assertThatThrownBy(() -> NumberSetting.literal(Double.NaN, LIMIT))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @CsvSource({"PT1M,60000", "PT0.25S,250", "P1D,86400000", "PT0.001S,1", "P366D,31622400000"})
  void a_duration_is_iso_8601(String iso, long millis) {
    assertThat(DurationSetting.literal(iso).value(job(1))).isEqualTo(millis);
    assertThat(DurationSetting.computed(Expression.compile("${x}")).value(job(iso)))
        .isEqualTo(millis);
    assertThat(DurationSetting.computed(Expression.compile("${x}")).value(job(millis)))
        .isEqualTo(millis);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PT0S",
        "PT-1S",
        "-PT1S",
        "PT0.00333S",
        "PT0.0001S",
        "P367D",
        "P1M",
        "1",
        "60s",
        "",
        "PT",
        "PT9223372036854775807S",
        "PT1S "
      })
  void other_durations_are_refused(String text) {
    assertThatThrownBy(() -> DurationSetting.literal(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ISO-8601");
    DurationSetting computed = DurationSetting.computed(Expression.compile("${x}"));
    assertThatThrownBy(() -> computed.value(job(text))).isInstanceOf(EvaluationFailed.class);
  }

  @Test
  void i_021_a_computed_period_of_zero_fails_for_that_job() {
    DurationSetting computed = DurationSetting.computed(Expression.compile("${x}"));
    for (Object bad : new Object[] {0, -1, 0.5, 3.33, Double.NaN, Double.POSITIVE_INFINITY, true}) {
      assertThatThrownBy(() -> computed.value(job(bad)))
          .as("%s", bad)
          .isInstanceOf(EvaluationFailed.class);
    }
    assertThatThrownBy(() -> DurationSetting.computed(Expression.compile("${0}")))
        .isInstanceOf(InvalidExpression.class);
    assertThat(DurationSetting.computed(Expression.compile("PT${x}S")).value(job(30)))
        .isEqualTo(30_000);
  }
}
