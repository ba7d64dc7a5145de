package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One wrong value at a time: just its field is named (API.md; FIELD-CASES B16; I-020, I-034, I-045,
 * I-070d).
 */
class PolicyRefusalsTest {

  private static void refused(String document, String path) {
    InvalidPolicy e =
        catchThrowableOfType(InvalidPolicy.class, () -> PolicyDocument.read(document));
    assertThat(e).as(document).isNotNull();
    assertThat(e.faults()).as(document).extracting(Fault::path).containsExactly(path);
    assertThat(e.faults().getFirst().allowed()).isNotBlank();
  }

  private static String policy(String rest) {
    return "{policy: p, destination: d, " + rest + "}";
  }

  private static String gate(String fields) {
    return policy("gates: [{name: g, " + fields + "}]");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-1",
        "-0.001",
        ".nan",
        ".inf",
        "-.inf",
        "NaN",
        "Infinity",
        "\"NaN\"",
        "\"Infinity\"",
        "1e308",
        "1e999",
        "9e18",
        "99999999999999999999999",
        "\"\"",
        "null",
        "",
        "\"10 \"",
        "\"10\"",
        "'5'",
        "abc",
        "true",
        "[1]",
        "{a: 1}",
        "\"${a}0\"",
        "\"${a\"",
        "\"${}\"",
        "\"${a.b()}\"",
        "\"${'x'}\"",
        "\"${1/0}\"",
        "\"${-1}\"",
        "\"#{a}\"",
        "\"\\\\${a}\"",
        "0x10_",
        "1_000",
        "2026-01-01"
      })
  void rate_and_max(String value) {
    refused(gate("type: throttle, period: PT1S, rate: " + value), "gates[0].rate");
    refused(gate("type: concurrency, max: " + value), "gates[0].max");
    refused(gate("type: globalCap, max: " + value), "gates[0].max");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0", "0.5", "0.999999", "-5", "9e18", ".nan", "null", "\"10 \"", "\"${0.5}\""})
  void burst(String value) {
    refused(gate("type: throttle, rate: 1, period: PT1S, burst: " + value), "gates[0].burst");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "0.00333",
        "PT0S",
        "PT-1S",
        "PT0.00333S",
        "PT0.0001S",
        "60",
        "60s",
        "1 minute",
        "P1M",
        "P400D",
        "null",
        "\"\"",
        "[PT1S]",
        "\"${0}\"",
        "\"${-1}\"",
        "\"${'x'}\"",
        "\"${a\""
      })
  void period_and_target_lag(String value) {
    refused(gate("type: throttle, rate: 1, period: " + value), "gates[0].period");
    refused(
        gate("type: adaptiveConcurrency, initialMax: 1, targetLag: " + value),
        "gates[0].targetLag");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "initialMax: 3, min: 5|initialMax",
        "initialMax: 9, min: 1, max: 5|max",
        "initialMax: 0|initialMax",
        "initialMax: 3, min: 0|min",
        "initialMax: 3, min: -1|min",
        "initialMax: 3, max: 0|max",
        "initialMax: 3, ewmaAlpha: 0|ewmaAlpha",
        "initialMax: 3, ewmaAlpha: 1.5|ewmaAlpha",
        "initialMax: 3, ewmaAlpha: .nan|ewmaAlpha",
        "initialMax: 3, failureDecreaseFactor: 0|failureDecreaseFactor",
        "initialMax: 3, failureDecreaseFactor: 1|failureDecreaseFactor",
        "initialMax: 3, failureDecreaseFactor: 1.0|failureDecreaseFactor",
        "initialMax: 3, failureDecreaseFactor: 1.2|failureDecreaseFactor",
        "initialMax: 3, overloadDecreaseFactor: 0|overloadDecreaseFactor",
        "initialMax: 3, overloadDecreaseFactor: 1.5|overloadDecreaseFactor",
        "initialMax: 3, overloadDecreaseFactor: -1|overloadDecreaseFactor",
        "initialMax: 3, overloadDecreaseFactor: '${a}'|overloadDecreaseFactor",
        "initialMax: 3, fullBackoff: -1|fullBackoff",
        "initialMax: 3, burst: 1|burst",
        "min: 1|initialMax",
      })
  void adaptive(String fields, String field) {
    refused(gate("type: adaptiveConcurrency, targetLag: PT1S, " + fields), "gates[0]." + field);
  }

  @Test
  void adaptive_floor_above_ceiling_names_what_is_wrong() {
    InvalidPolicy e =
        catchThrowableOfType(
            InvalidPolicy.class,
            () ->
                PolicyDocument.read(
                    gate(
                        "type: adaptiveConcurrency, targetLag: PT1S, initialMax: 5, min: 5, max: 2")));
    assertThat(e.faults()).extracting(Fault::path).containsOnly("gates[0].max");
    assertThat(e).hasMessageContaining("at least min (5)");
  }

  @Test
  void i_045_a_back_off_of_full_gates_is_no_setting() {
    refused(gate("type: concurrency, max: 1, fullBackoff: -1"), "gates[0].fullBackoff");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''",
        "a b",
        "ä",
        "a/b",
        "'a\n'",
        "5",
        "null",
        "[]",
        "<script>",
        "'${x}'",
        "'a\\0'",
        "a:b",
        "'*'",
        "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      })
  void names(String value) {
    refused("{destination: d, policy: " + value + "}", "policy");
    refused(policy("gates: [{type: globalCap, max: 1, name: " + value + "}]"), "gates[0].name");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "''",
        "a b",
        "sluice",
        "sluice.intake",
        "SLUICE.rejected",
        "sluice.anything",
        "a::b",
        "'a\n'",
        "5",
        "null",
        "'${x}'",
        "'a#'",
        "'a,b'",
        "'a?x=1'"
      })
  void destination(String value) {
    refused("{policy: p, destination: " + value + "}", "destination");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "lease: PT0S|lease",
        "lease: PT0.5S|lease",
        "lease: P8D|lease",
        "lease: 15|lease",
        "lease: null|lease",
        "lease: '${a}'|lease",
        "retry: {maxAttempts: 0}|retry.maxAttempts",
        "retry: {maxAttempts: 1001}|retry.maxAttempts",
        "retry: {maxAttempts: 2.5}|retry.maxAttempts",
        "retry: {maxAttempts: '5'}|retry.maxAttempts",
        "retry: {factor: 0.99}|retry.factor",
        "retry: {factor: .nan}|retry.factor",
        "retry: {factor: 1e308}|retry.factor",
        "retry: {backoff: -PT1S}|retry.backoff",
        "retry: {backoff: -1}|retry.backoff",
        "retry: {backoff: PT10S, maxBackoff: PT1S}|retry.maxBackoff",
        "retry: {maxBackoff: P365D}|retry.maxBackoff",
        "retry: {attempts: 3}|retry.attempts",
        "retry: 5|retry",
        "retry: []|retry",
        "fairness: {weight: 0}|fairness.weight",
        "fairness: {weight: -1}|fairness.weight",
        "fairness: {weight: .inf}|fairness.weight",
        "fairness: {weight: '2'}|fairness.weight",
        "fairness: {key: 5}|fairness.key",
        "fairness: {key: '${a.b}'}|fairness.key",
        "fairness: {wight: 5}|fairness.wight",
        "fairness: x|fairness",
        "dedupeKey: 5|dedupeKey",
        "dedupeKey: '${a'|dedupeKey",
        "dedupeKey: '${a.getClass()}'|dedupeKey",
        "gates: 5|gates",
        "gates: {a: 1}|gates",
        "gates: [5]|gates[0]",
        "gates: [{name: a}]|gates[0].type",
        "gates: [{name: a, type: }]|gates[0].type",
        "gates: [{name: a, type: Throttle}]|gates[0].type",
        "gates: [{type: globalCap, max: 1}]|gates[0].name",
        "gates: [{name: a, type: globalCap, max: 1, key: '${a}'}]|gates[0].key",
        "gates: [{name: a, type: concurrency, max: 1, key: }]|gates[0].key",
        "gates: [{name: a, type: concurrency, max: 1, key: '${a.class}'}]|gates[0].key",
        "gates: [{name: a, type: concurrency}]|gates[0].max",
        "gates: [{name: a, type: throttle, rate: 1}]|gates[0].period",
        "gates: [{name: a, type: throttle, period: PT1S}]|gates[0].rate",
        "gates: [{name: a, type: globalCap, max: 1}, {name: a, type: globalCap, max: 2}]|gates[1].name",
        "budget: 0|budget",
        "'': 0|''",
      })
  void the_rest(String fields, String path) {
    refused(policy(fields), path.replace("''", ""));
  }

  @ParameterizedTest
  @CsvSource({
    "dedupeKey,dedupeKey: ",
    "fairness.key,fairness: {key: ",
    "gates[0].key,'gates: [{name: a, type: concurrency, max: 1, key: '"
  })
  void a_key_that_is_empty_for_all_jobs(String path, String before) {
    String after = before.contains("[") ? "}]" : before.contains("{") ? "}" : "";
    for (String empty : new String[] {"\"\"", "\"${''}\"", "\"${'' += ''}\""}) {
      InvalidPolicy e =
          catchThrowableOfType(
              InvalidPolicy.class, () -> PolicyDocument.read(policy(before + " " + empty + after)));
      assertThat(e.faults())
          .containsExactly(
              new Fault(
                  path,
                  empty,
                  "a text that is not empty, like \"${accountId}\"; or leave the field out"));
    }
    assertThatCode(() -> PolicyDocument.read(policy(before + " \" \"" + after)))
        .doesNotThrowAnyException();
  }

  @Test
  void a_key_that_divides_by_zero_for_all_jobs() {
    refused(policy("dedupeKey: '${1 / 0}'"), "dedupeKey");
    refused(policy("fairness: {key: 'x${0 / 0}'}"), "fairness.key");
  }

  @Test
  void a_key_that_can_not_be_kept_is_refused_when_it_is_the_same_for_all() {
    refused(policy("dedupeKey: '" + "x".repeat(513) + "'"), "dedupeKey");
    refused(policy("fairness: {key: \"a\\0\"}"), "fairness.key");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "type: throttle, rate: 0.5, period: PT1S",
        "type: throttle, rate: 2.5, period: PT1S",
        "type: throttle, rate: 300, period: PT1S",
        "type: throttle, rate: 0, period: PT1S",
        "type: throttle, rate: 3, period: PT0.003S, burst: 1",
        "type: throttle, rate: '${r}', period: '${p}', burst: '${b}', key: '${k}'",
        "type: concurrency, max: 0",
        "type: concurrency, max: 2.7, key: constant",
        "type: globalCap, max: 1000000000",
        "type: adaptiveConcurrency, initialMax: 1, targetLag: PT0.001S, min: 1, max: 1",
        "type: adaptiveConcurrency, initialMax: 5, targetLag: PT1S, ewmaAlpha: 1, failureDecreaseFactor: 0.1",
        "type: adaptiveConcurrency, initialMax: '${a}', targetLag: '${b}', min: '${c}', max: '${d}'",
      })
  void what_makes_sense_is_taken(String fields) {
    assertThatCode(() -> PolicyDocument.read(gate(fields))).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sluice",
        "sluice.intake",
        "Sluice.Completion",
        "sluice.intake.p",
        "activemq.management",
        "ActiveMQ.notifications",
        "activemq",
        "$sys.mqtt.sessions",
        "DLQ",
        "dlq",
        "DLQ.work",
        "ExpiryQueue"
      })
  void a_queue_that_the_broker_or_sluice_uses_itself_is_no_destination(String queue) {
    refused("{policy: p, destination: '" + queue + "'}", "destination");
  }

  @ParameterizedTest
  @ValueSource(strings = {"work.dlq", "my.activemq", "DLQs", "sluices", "$system", "expiryqueue2"})
  void a_queue_that_only_sounds_like_one_is_a_destination(String queue) {
    assertThatCode(() -> PolicyDocument.read("{policy: p, destination: '" + queue + "'}"))
        .doesNotThrowAnyException();
  }
}
