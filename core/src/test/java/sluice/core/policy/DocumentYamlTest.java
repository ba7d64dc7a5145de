package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DocumentYamlTest {
  private static final String DOCUMENT =
      """
      {"gates": [{"max": 200, "key": "${a ? '#' : \\"\\\\n\\"}", "type": "concurrency", "name": "each"},
                 {"type": "throttle", "burst": 10, "name": "rate", "rate": 0.5, "period": "PT1M"}],
       "lease": "PT15M", "retry": {"factor": 2, "maxAttempts": 5, "backoff": "PT1S"}, "policy": "yes",
       "fairness": {"weight": "${w}", "key": "- x: [y"}, "destination": "work.1", "dedupeKey": "1.0"}
      """;

  @Test
  void is_read_as_the_same_document() {
    assertThat(PolicyDocument.parse(PolicyDocument.yaml(PolicyDocument.parse(DOCUMENT))))
        .isEqualTo(PolicyDocument.parse(DOCUMENT));
  }

  @Test
  void writes_the_fields_in_the_order_of_the_manual() {
    assertThat(PolicyDocument.yaml(PolicyDocument.parse(DOCUMENT)).lines())
        .containsSubsequence(
            "destination: work.1",
            "fairness:",
            "retry:",
            "gates:",
            "  - name: each",
            "    type: concurrency");
  }
}
