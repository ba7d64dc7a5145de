package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sluice.core.expression.Context;
import sluice.core.gate.Limits;

class RoutingTest {
  private static final Policy WEBHOOKS = PolicyDocument.read(PolicyDocumentTest.WEBHOOKS);

  private static Context job(Map<String, Object> properties) {
    return new Context(properties, "acme", "webhooks", 4, "sluice.intake.webhooks");
  }

  private static Policy keyed(String key) {
    return PolicyDocument.read(
        Map.of(
            "policy",
            "p",
            "destination",
            "d",
            "fairness",
            Map.of("key", key),
            "dedupeKey",
            key,
            "gates",
            List.of(Map.of("name", "g", "type", "concurrency", "key", key, "max", 1))));
  }

  private static String partition(Policy policy, Map<String, Object> properties) {
    return policy.route(job(properties)).partitions().getFirst().key();
  }

  @Test
  void a_job_has_a_share_and_a_partition_of_every_gate() {
    Route route =
        WEBHOOKS.route(
            job(
                Map.of(
                    "eventId",
                    77L,
                    "accountId",
                    "a1",
                    "endpointId",
                    "e9",
                    "plan",
                    "gold",
                    "rateLimit",
                    30)));
    assertThat(route)
        .isEqualTo(
            new Route(
                "a1",
                4,
                List.of(
                    new PartitionKey("per-endpoint", "e9", Limits.throttle(30.0, 60_000L, 10.0)),
                    new PartitionKey("per-account", "a1", Limits.max(5.0)),
                    new PartitionKey("self-tuning", "a1", null),
                    new PartitionKey("total", "(all)", null)),
                "event:77"));
  }

  @Test
  void a_key_that_is_null_is_the_partition_none_and_a_null_limit_stays_null() {
    Route route = WEBHOOKS.route(job(Map.of()));
    assertThat(route.shareKey()).isEqualTo("(none)");
    assertThat(route.weight()).isEqualTo(1);
    assertThat(route.partitions().getFirst())
        .isEqualTo(
            new PartitionKey("per-endpoint", "(none)", Limits.throttle(null, 60_000L, 10.0)));
  }

  @Test
  void without_an_event_there_is_no_duplicate() {
    assertThat(WEBHOOKS.route(job(Map.of())).dedupeKey()).isNull();
    assertThat(WEBHOOKS.route(job(Map.of("eventId", ""))).dedupeKey()).isEqualTo("event:");
  }

  @Test
  void an_empty_dedupe_key_is_none_and_an_empty_key_is_a_partition_like_any_other() {
    Policy policy =
        PolicyDocument.read(
            "{policy: p, destination: d, dedupeKey: '${e}', fairness: {key: '${e}'},"
                + " gates: [{name: g, type: concurrency, max: 1, key: '${e}'}]}");
    Route empty = policy.route(job(Map.of("e", "")));
    assertThat(empty.dedupeKey()).isNull();
    assertThat(empty.shareKey()).isEmpty();
    assertThat(empty.partitions()).containsExactly(new PartitionKey("g", "", null));
    assertThat(policy.route(job(Map.of("e", " "))).dedupeKey()).isEqualTo(" ");
  }

  @ParameterizedTest
  @CsvSource({
    "${n / 0},Infinity",
    "${-n / 0},-Infinity",
    "${(n - n) / 0},NaN",
    "${1.5 % zero},NaN",
    "k-${n / zero},Infinity"
  })
  void a_key_that_divides_by_zero_rejects_the_job_and_names_the_property(
      String key, String result) {
    UnroutableJob e =
        catchThrowableOfType(
            UnroutableJob.class, () -> keyed(key).route(job(Map.of("n", 5, "zero", 0))));
    assertThat(e.code()).isEqualTo(UnroutableJob.Code.EXPRESSION_FAILED);
    assertThat(e.detail())
        .startsWith("fairness.key: \"" + key + "\" gives " + result + ", ")
        .contains("allowed")
        .containsPattern("; (n is 5|zero is 0)");
  }

  @Test
  void shares_are_namespaces_by_default() {
    Policy plain = PolicyDocument.read("policy: p\ndestination: d\n");
    assertThat(plain.route(job(Map.of()))).isEqualTo(new Route("acme", 1, List.of(), null));
  }

  @Test
  void a_null_weight_counts_as_one() {
    Policy weighted =
        PolicyDocument.read("{policy: p, destination: d, fairness: {weight: '${w}'}}");
    assertThat(weighted.route(job(Map.of())).weight()).isEqualTo(1);
    assertThat(weighted.route(job(Map.of("w", 2.5))).weight()).isEqualTo(2.5);
    for (Object bad :
        new Object[] {0, -1, "2", Double.NaN, Double.POSITIVE_INFINITY, true, 1e300}) {
      UnroutableJob e =
          catchThrowableOfType(UnroutableJob.class, () -> weighted.route(job(Map.of("w", bad))));
      assertThat(e.code()).isEqualTo(UnroutableJob.Code.WEIGHT_INVALID);
      assertThat(e.detail()).startsWith("fairness.weight: \"${w}\" gives ").contains("above 0");
    }
  }

  @Test
  void an_expression_that_fails_names_property_value_and_what_is_allowed() {
    UnroutableJob e =
        catchThrowableOfType(
            UnroutableJob.class, () -> WEBHOOKS.route(job(Map.of("rateLimit", "many\n"))));
    assertThat(e.code()).isEqualTo(UnroutableJob.Code.EXPRESSION_FAILED);
    assertThat(e.detail())
        .isEqualTo(
            "gates[per-endpoint]: \"${rateLimit}\" gives the text \"many\\u000a\", which is not allowed; a"
                + " number from 0 to 1,000,000,000; rateLimit is \"many\\u000a\"");
  }

  @Test
  void a_key_is_refused_when_too_long_and_never_cut() {
    Policy policy = keyed("${k}");
    assertThat(partition(policy, Map.of("k", "x".repeat(512)))).hasSize(512);
    assertThat(partition(policy, Map.of("k", "😀".repeat(512)))).hasSize(1024);
    for (String longKey : List.of("x".repeat(513), "😀".repeat(513), "x".repeat(20_000))) {
      UnroutableJob e =
          catchThrowableOfType(UnroutableJob.class, () -> policy.route(job(Map.of("k", longKey))));
      assertThat(e.code()).isEqualTo(UnroutableJob.Code.KEY_TOO_LONG);
      assertThat(e.detail()).contains("at most 512").hasSizeLessThan(300);
    }
    assertThatThrownBy(() -> WEBHOOKS.route(job(Map.of("eventId", "x".repeat(507)))))
        .hasMessageStartingWith("dedupeKey ");
  }

  @Test
  void a_key_is_refused_when_it_is_no_text() {
    Policy policy = keyed("a${k}b");
    for (String bad : List.of("\u0000", "\ud800", "\udc00", "\udc00\ud800", "\ud800\ud800\udc00")) {
      UnroutableJob e =
          catchThrowableOfType(UnroutableJob.class, () -> policy.route(job(Map.of("k", bad))));
      assertThat(e.code()).isEqualTo(UnroutableJob.Code.KEY_NOT_TEXT);
      assertThat(e.detail()).doesNotContain("\u0000").contains("\\u");
    }
    assertThatThrownBy(() -> KeyText.checked("sluice_dedupe_key", "\u0000"))
        .isInstanceOf(UnroutableJob.class)
        .hasMessageStartingWith("sluice_dedupe_key ");
  }

  @Test
  void look_alike_keys_stay_apart() {
    Policy policy = keyed("${k}");
    Set<String> keys = new HashSet<>();
    List<String> texts =
        List.of(
            "A",
            "a",
            " a",
            "a ",
            "",
            "null",
            "*",
            "default",
            "__global__",
            "1",
            "01",
            "(none)",
            "\\(none)",
            "\\\\(none)",
            "(all)",
            "\\(all)",
            "x(none)",
            "é",
            "e\u0301",
            "\u202ea",
            "a\u200b",
            "true");
    texts.forEach(text -> keys.add(partition(policy, Map.of("k", text))));
    keys.add(partition(policy, Map.of()));
    keys.add(KeyText.ALL);
    assertThat(keys).hasSize(texts.size() + 2);
    assertThat(partition(policy, Map.of("k", "(none)"))).isEqualTo("\\(none)");
    assertThat(partition(policy, Map.of("k", "x(none)"))).isEqualTo("x(none)");
  }

  @Test
  void numbers_and_booleans_are_keys_as_people_write_them() {
    Policy policy = keyed("${k}");
    assertThat(partition(policy, Map.of("k", 42))).isEqualTo("42");
    assertThat(partition(policy, Map.of("k", 42L))).isEqualTo("42");
    assertThat(partition(policy, Map.of("k", 42.0))).isEqualTo("42");
    assertThat(partition(policy, Map.of("k", true))).isEqualTo("true");
  }
}
