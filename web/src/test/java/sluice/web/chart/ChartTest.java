package sluice.web.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ChartTest {
  private static final Instant BEGIN = Instant.parse("2026-11-30T10:00:00Z");

  private static Chart chart(@Nullable Double... line) {
    List<Chart.Point> points = new ArrayList<>();
    for (int i = 0; i < line.length; i++) {
      points.add(new Chart.Point(BEGIN.plusSeconds(60L * i), 0, line[i]));
    }
    return new Chart(
        points,
        new Chart.Axis("bars", true, value -> "" + (long) value),
        new Chart.Axis("line", true, value -> (long) value + " ms"));
  }

  @Test
  void minutes_without_a_value_are_gaps_and_never_zero() {
    Chart chart = chart(1.0, 2.0, null, 3.0, null, 1.0, 1.0);
    assertThat(chart.getRuns()).hasSize(2).first().asString().containsOnlyOnce(" ");
    assertThat(chart.getDots()).hasSize(1);
    assertThat(chart.getTable()).hasSize(5);
  }

  @Test
  void the_scale_ends_at_a_round_number_above_the_values() {
    Chart chart = chart(137.0, 12.0);
    assertThat(chart.getLineTicks())
        .extracting(Chart.Tick::label)
        .containsExactly("0 ms", "50 ms", "100 ms", "150 ms");
    assertThat(Scale.upTo(0, true)).isEqualTo(new Scale(1, 1));
    assertThat(Scale.upTo(4, true)).isEqualTo(new Scale(1, 4));
    assertThat(Scale.upTo(1_000, true).top()).isEqualTo(1_000);
    for (double most = 0.01; most < 1e9; most *= 1.37) {
      assertThat(Scale.upTo(most, false).top()).isBetween(most * (1 - 1e-9), most * 2.6);
    }
  }

  @Test
  void without_values_there_is_nothing_to_draw() {
    assertThat(chart(null, null).isBlank()).isTrue();
    assertThat(chart(null, null).getSummary()).contains("line: not known");
    assertThat(chart(null, 0.0).isBlank()).isFalse();
  }

  @Test
  void i_196_a_sparkline_has_eight_levels() {
    assertThat(new Sparkline(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L)).levels())
        .containsExactly(0, 1, 2, 3, 4, 5, 6, 7);
    assertThat(new Sparkline(List.of(0L, 0L, 0L)).levels()).containsExactly(0, 0, 0);
    assertThat(new Sparkline(List.of(1L, 10L, 100L)).levels()).containsExactly(0, 1, 7);
    assertThat(new Sparkline(List.of()).bars()).isEmpty();
  }
}
