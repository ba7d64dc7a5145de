package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentDiffTest {
  private static List<DocumentDiff.Change> diff(String before, String after) {
    return DocumentDiff.of(PolicyDocument.parse(before), PolicyDocument.parse(after));
  }

  @Test
  void equal_documents_have_no_difference_however_they_are_written() {
    assertThat(diff("{a: 2, b: null, lease: PT1M}", "lease: PT1M\na: 2.0\n")).isEmpty();
  }

  @Test
  void a_field_is_named_by_its_path() {
    assertThat(
            diff("{fairness: {key: a, weight: 1}}", "{fairness: {key: a, weight: 2}, lease: PT1M}"))
        .containsExactly(
            new DocumentDiff.Change("fairness.weight", 1, 2),
            new DocumentDiff.Change("lease", null, "PT1M"));
  }

  @Test
  void gates_are_told_apart_by_their_name() {
    String before = "{gates: [{name: a, max: 1}, {name: b, max: 2}, {name: gone, max: 3}]}";
    String after = "{gates: [{name: new, max: 9}, {name: a, max: 1}, {name: b, max: 5}]}";
    assertThat(diff(before, after))
        .containsExactly(
            new DocumentDiff.Change("gates[b].max", 2, 5),
            new DocumentDiff.Change("gates[gone]", Map.of("name", "gone", "max", 3), null),
            new DocumentDiff.Change("gates[new]", null, Map.of("name", "new", "max", 9)));
  }

  @Test
  void another_order_of_gates_is_one_difference() {
    assertThat(diff("{gates: [{name: a}, {name: b}]}", "{gates: [{name: b}, {name: a}]}"))
        .containsExactly(new DocumentDiff.Change("gates", List.of("a", "b"), List.of("b", "a")));
  }
}
