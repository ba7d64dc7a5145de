package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.gate.AdaptiveConcurrency;
import sluice.core.gate.Concurrency;
import sluice.core.gate.Feedback;
import sluice.core.gate.GateRule;
import sluice.core.gate.GlobalCap;
import sluice.core.gate.Limits;
import sluice.core.gate.Throttle;

class PolicyDocumentTest {
  /** The document of API.md. */
  static final String WEBHOOKS =
      """
      policy: webhooks                  # 1–100 letters, digits, '.', '_', '-'
      destination: work.webhooks        # queue that admitted jobs are forwarded to
      dedupeKey: "event:${eventId}"     # optional
      fairness:                         # optional
        key: "${accountId}"
        weight: "${plan == 'gold' ? 4 : 1}"      # > 0, default 1
      lease: PT15M
      retry: { maxAttempts: 5, backoff: PT1S, factor: 2, maxBackoff: PT5M }
      gates:
        - { name: per-endpoint, type: throttle, key: "${endpointId}", rate: "${rateLimit}", period: PT1M, burst: 10 }
        - { name: per-account, type: concurrency, key: "${accountId}", max: "${maxPerAccount == null ? 5 : maxPerAccount}" }
        - { name: self-tuning, type: adaptiveConcurrency, key: "${accountId}", initialMax: 3, targetLag: PT1S, min: 1, max: 50 }
        - { name: total, type: globalCap, max: 200 }
      """;

  @Test
  void reads_the_document_of_the_manual() {
    Policy policy = PolicyDocument.read(WEBHOOKS);
    assertThat(policy.name()).isEqualTo("webhooks");
    assertThat(policy.destination()).isEqualTo("work.webhooks");
    assertThat(policy.dedupeKey()).hasToString("event:${eventId}");
    assertThat(policy.fairness().key()).hasToString("${accountId}");
    assertThat(policy.lease()).isEqualTo(Duration.ofMinutes(15));
    assertThat(policy.retry())
        .isEqualTo(new RetryRule(5, Duration.ofSeconds(1), 2, Duration.ofMinutes(5)));
    assertThat(policy.gates())
        .extracting(GateRule::name)
        .containsExactly("per-endpoint", "per-account", "self-tuning", "total");
    assertThat(policy.gates())
        .hasExactlyElementsOfTypes(
            Throttle.class, Concurrency.class, AdaptiveConcurrency.class, GlobalCap.class);
    assertThat(policy.gates())
        .extracting(GateRule::type)
        .containsExactly("throttle", "concurrency", "adaptiveConcurrency", "globalCap");
    assertThat(policy.gates())
        .extracting(GateRule::dynamic)
        .containsExactly(true, true, false, false);
    assertThat(policy.gate("total"))
        .get()
        .extracting(GateRule::fixedLimits)
        .isEqualTo(Limits.max(200.0));
    assertThat(policy.gate("none")).isEmpty();
  }

  @Test
  void what_is_left_out_has_a_default() {
    Policy policy = PolicyDocument.read("{\"policy\": \"p\", \"destination\": \"work.p\"}");
    assertThat(policy.gates()).isEmpty();
    assertThat(policy.dedupeKey()).isNull();
    assertThat(policy.lease()).isEqualTo(Duration.ofMinutes(15));
    assertThat(policy.retry()).isEqualTo(RetryRule.DEFAULT);
    assertThat(policy.fairness()).isEqualTo(Fairness.byNamespace());
    Policy empty = PolicyDocument.read("policy: p\ndestination: d\ngates:\nfairness:\nretry:\n");
    assertThat(empty).isEqualTo(policy("p", "d")).isNotEqualTo(policy);
    AdaptiveConcurrency adaptive =
        (AdaptiveConcurrency)
            gate("{name: a, type: adaptiveConcurrency, initialMax: 3, targetLag: PT1S}");
    assertThat(adaptive.limits().min()).hasToString("1");
    assertThat(adaptive.limits().max()).isNull();
    assertThat(adaptive.feedback()).isEqualTo(Feedback.DEFAULT);
    assertThat(gate("{name: t, type: throttle, rate: 2.5, period: PT1S}").fixedLimits())
        .isEqualTo(Limits.throttle(2.5, 1000L, 3.0));
    assertThat(gate("{name: t, type: throttle, rate: 0.5, period: PT1S}").fixedLimits())
        .isEqualTo(Limits.throttle(0.5, 1000L, 1.0));
  }

  @Test
  void json_is_read_as_yaml() {
    String json =
        "{\n\t\"policy\": \"p\",\n\t\"destination\": \"a\\/b\",\n\t\"dedupeKey\":"
            + " \"\\ud83d\\ude00${x}\",\n\t\"gates\": [\n\t\t{\"name\":\"c\",\"type\":\"concurrency\","
            + "\"max\":1e3,\"key\":\"\\u0061${a}\"}\n\t]\n}\n";
    Policy policy = PolicyDocument.read(json);
    assertThat(policy.destination()).isEqualTo("a/b");
    assertThat(policy.dedupeKey()).hasToString("😀${x}");
    assertThat(policy.gates().getFirst().key()).hasToString("a${a}");
    assertThat(policy.gates().getFirst().fixedLimits()).isEqualTo(Limits.max(1000.0));
  }

  @Test
  void two_throttles_hold_together() {
    Policy policy =
        PolicyDocument.read(
            """
            policy: p
            destination: d
            gates:
              - {name: short, type: throttle, rate: 10, period: PT1S}
              - {name: long, type: throttle, rate: 600, period: PT1H}
            """);
    assertThat(policy.gates()).hasSize(2);
  }

  @Test
  void every_fault_is_told_at_once_with_its_path() {
    assertThatThrownBy(() ->
            PolicyDocument.read(
                """
                policy: "no blanks"
                destnation: d
                lease: 15m
                retry: {maxAttempts: 0, factor: 0.5}
                fairness: {weight: 0}
                gates:
                  - {name: a, type: throttle, rate: -1, period: PT0S, burst: 0.5}
                  - {name: a, type: concurency, max: x}
                  - {name: b, type: concurrency, max: "10 ", colour: red}
                """))
        .isInstanceOfSatisfying(
            InvalidPolicy.class,
            e ->
                assertThat(e.faults())
                    .extracting(Fault::path)
                    .containsExactlyInAnyOrder(
                        "policy",
                        "destnation",
                        "destination",
                        "lease",
                        "retry.maxAttempts",
                        "retry.factor",
                        "fairness.weight",
                        "gates[0].rate",
                        "gates[0].period",
                        "gates[0].burst",
                        "gates[1].name",
                        "gates[1].type",
                        "gates[2].max",
                        "gates[2].colour"))
        .hasMessageContaining("there is no such field; did you mean destination?")
        .hasMessageContaining(
            "gates[1].type: \"concurency\" is not allowed; did you mean concurrency?")
        .hasMessageContaining("gates[1].name: \"a\" is not allowed; a name of its own; gates[0]");
  }

  @Test
  void the_sentence_says_what_is_allowed() {
    assertThatThrownBy(() -> gate("{name: t, type: throttle, rate: 1, period: PT1S, burst: 0.5}"))
        .hasMessage(
            "gates[0].burst: 0.5 is not allowed; a number of at least 1 (and at most 1,000,000,000), or an"
                + " expression like \"${burst}\"");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "   ",
        "text",
        "- a",
        "42",
        "null",
        "a: b: c",
        "a: [1",
        "{\"a\": }",
        "\t{",
        "a: 1\na: 2",
        "{\"a\": 1, \"a\": 2}",
        "a: 1\n---\nb: 2",
        "? [1]\n: 2",
        "1: 2",
        "a: *x",
        "a: \u0000",
        "!!binary aaaa",
        "a: !!java.lang.ProcessBuilder [id]",
        "&a {b: *a}",
        "%YAML 9.9\n---\na: 1",
        "true: 1",
        "a: &x 1\n<<: *x",
        "\ufeff",
        "a: !!float x"
      })
  void a_text_that_is_no_mapping_is_refused(String text) {
    assertThatThrownBy(() -> PolicyDocument.read(text)).isInstanceOf(InvalidPolicy.class);
  }

  @Test
  void large_deep_and_exploding_texts_are_refused_quickly() {
    StringBuilder bomb = new StringBuilder("a: &a [x,x,x,x,x,x,x,x,x]\n");
    for (char c = 'b'; c <= 'z'; c++) {
      String one = "*" + (char) (c - 1);
      bomb.append(c).append(": &").append(c).append(" [").append((one + ",").repeat(8)).append(one);
      bomb.append("]\n");
    }
    for (String text :
        List.of(
            bomb.toString(),
            "a: ".repeat(400_000),
            "[".repeat(100_000),
            "{a: ".repeat(10_000),
            "a: " + "x".repeat(2_000_000),
            "a: " + "ä".repeat(600_000),
            "- ".repeat(100_000),
            "a: \"" + "\\u0000".repeat(1000) + "\"")) {
      assertThatThrownBy(() -> PolicyDocument.read(text)).isInstanceOf(InvalidPolicy.class);
    }
  }

  @Test
  void many_faults_are_listed_up_to_a_bound() {
    StringBuilder text = new StringBuilder("policy: p\ndestination: d\n");
    for (int i = 0; i < 5_000; i++) {
      text.append("x").append(i).append(": 1\n");
    }
    assertThatThrownBy(() -> PolicyDocument.read(text.toString()))
        .asInstanceOf(InstanceOfAssertFactories.type(InvalidPolicy.class))
        .satisfies(e -> assertThat(e.faults()).hasSize(201));
  }

  @Test
  void a_map_of_nonsense_is_refused() {
    for (Map<String, ?> map :
        List.<Map<String, ?>>of(
            Map.of(),
            Map.of("policy", List.of(), "destination", Map.of()),
            Map.of("policy", "p", "destination", "d", "gates", List.of(1, "x", List.of())),
            Map.of("policy", "p", "destination", "d", "gates", Map.of()),
            Map.of("policy", "p", "destination", "d", "retry", "x"),
            Map.of("policy", "p", "destination", "d", "lease", 5),
            Map.of("policy", "p", "destination", "d", "dedupeKey", 5))) {
      assertThatThrownBy(() -> PolicyDocument.read(map)).isInstanceOf(InvalidPolicy.class);
    }
  }

  @Test
  void at_most_sixteen_gates() {
    String gates = "";
    for (int i = 0; i < 17; i++) {
      gates += "{name: g" + i + ", type: globalCap, max: 1},";
    }
    String many = "{policy: p, destination: d, gates: [" + gates + "]}";
    assertThatThrownBy(() -> PolicyDocument.read(many))
        .hasMessageContaining("gates: 17 gates is not allowed; at most 16");
  }

  private static Policy policy(String name, String destination) {
    return PolicyDocument.read(Map.of("policy", name, "destination", destination));
  }

  static GateRule gate(String yaml) {
    return PolicyDocument.read("{policy: p, destination: d, gates: [" + yaml + "]}")
        .gates()
        .getFirst();
  }
}
