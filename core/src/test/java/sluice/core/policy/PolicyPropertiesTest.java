package sluice.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.snakeyaml.engine.v2.api.Dump;
import org.snakeyaml.engine.v2.api.DumpSettings;
import sluice.core.expression.Context;

/** Documents from everywhere. */
class PolicyPropertiesTest {

  @Property(tries = 200)
  void a_valid_document_is_read_from_text_as_from_the_map(
      @ForAll("validDocuments") Map<String, Object> document) {
    String text = new Dump(DumpSettings.builder().build()).dumpToString(document);
    Policy policy = PolicyDocument.read(document);
    assertThat(PolicyDocument.read(PolicyDocument.parse(text))).isEqualTo(policy);
    assertThat(PolicyDocument.keyingOf(PolicyDocument.read(text)))
        .isEqualTo(PolicyDocument.keyingOf(policy));
  }

  @Property(tries = 200)
  void any_text_is_read_or_refused(@ForAll String text) {
    readOrRefused(() -> PolicyDocument.read(text));
  }

  @Property(tries = 200)
  void any_yaml_is_read_or_refused(@ForAll("yamlish") String text) {
    readOrRefused(() -> PolicyDocument.read(text));
  }

  @Property(tries = 200)
  void any_value_in_any_field_is_read_or_refused(
      @ForAll("validDocuments") Map<String, Object> document,
      @ForAll("fields") String field,
      @ForAll("values") Object value) {
    Map<String, Object> broken = new HashMap<>(document);
    broken.put(field, value);
    readOrRefused(() -> PolicyDocument.read(broken));
    Map<String, Object> gate = new HashMap<>(Map.of("name", "g", "type", "throttle"));
    gate.put(field, value);
    broken.put("gates", List.of(gate));
    readOrRefused(() -> PolicyDocument.read(broken));
  }

  @Property(tries = 200)
  void any_job_is_routed_or_refused(
      @ForAll("validDocuments") Map<String, Object> document,
      @ForAll("jobs") Map<String, Object> job) {
    Policy policy = PolicyDocument.read(document);
    try {
      Route route = policy.route(new Context(job, "ns", "p", 4, "q"));
      assertThat(route.partitions()).hasSameSizeAs(policy.gates());
      assertThat(route.weight()).isPositive();
    } catch (UnroutableJob e) {
      assertThat(e.detail()).isNotBlank().doesNotContain("\n");
      assertThat(e.code()).isNotNull();
    }
  }

  private static void readOrRefused(Runnable read) {
    try {
      read.run();
    } catch (InvalidPolicy e) {
      assertThat(e.faults()).isNotEmpty();
      assertThat(e.getMessage()).isNotBlank();
    }
  }

  @Provide
  Arbitrary<Map<String, Object>> validDocuments() {
    Arbitrary<String> names =
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("._-0A")
            .ofMinLength(1)
            .ofMaxLength(100);
    Arbitrary<Object> numbers =
        Arbitraries.oneOf(
            Arbitraries.integers().between(1, 1_000_000).map(Object.class::cast),
            Arbitraries.doubles().between(1, 1_000).map(Object.class::cast),
            Arbitraries.of("${n}", "${a == null ? 5 : n}", "${n * 2 + 1}").map(Object.class::cast));
    Arbitrary<String> keys = Arbitraries.of("${a}", "x:${a}", "const", "${n}", "${a}/${b}");
    Arbitrary<String> periods = Arbitraries.of("PT1S", "PT0.25S", "P1D", "${period}");
    Arbitrary<List<Map<String, Object>>> gates =
        Combinators.combine(Arbitraries.integers().between(0, 3), keys, numbers, periods)
            .as(PolicyPropertiesTest::gate)
            .list()
            .ofMaxSize(16)
            .map(PolicyPropertiesTest::named);
    return Combinators.combine(names, keys, numbers, gates)
        .as((name, key, number, list) -> {
          Map<String, Object> document = new LinkedHashMap<>();
          document.put("policy", name);
          document.put("destination", "work." + name);
          document.put("dedupeKey", key);
          document.put("fairness", Map.of("key", key, "weight", number));
          document.put("gates", list);
          return document;
        });
  }

  private static Map<String, Object> gate(int type, String key, Object number, String period) {
    Map<String, Object> gate = new LinkedHashMap<>();
    switch (type) {
      case 0 ->
          gate.putAll(Map.of("type", "throttle", "key", key, "rate", number, "period", period));
      case 1 -> gate.putAll(Map.of("type", "concurrency", "key", key, "max", number));
      case 2 -> gate.putAll(Map.of("type", "globalCap", "max", number));
      default ->
          gate.putAll(
              Map.of("type", "adaptiveConcurrency", "initialMax", number, "targetLag", period));
    }
    return gate;
  }

  private static List<Map<String, Object>> named(List<Map<String, Object>> gates) {
    List<Map<String, Object>> named = new ArrayList<>();
    for (Map<String, Object> gate : gates) {
      Map<String, Object> copy = new LinkedHashMap<>(gate);
      copy.put("name", "g" + named.size());
      named.add(copy);
    }
    return named;
  }

  @Provide
  Arbitrary<String> yamlish() {
    return Arbitraries.of(
            "policy",
            "destination",
            "gates",
            "name",
            "type",
            ": ",
            "- ",
            "\n",
            "  ",
            "{",
            "}",
            "[",
            "]",
            ",",
            "\"",
            "'",
            "&a",
            "*a",
            "!!str ",
            "|",
            ">",
            "#",
            "${",
            "}",
            "p",
            "1",
            "null",
            "~",
            "? ",
            "<<",
            "---",
            "...",
            "%",
            "throttle",
            "\t",
            "\u0000",
            "\ud800",
            "é")
        .list()
        .ofMaxSize(40)
        .map(words -> String.join("", words));
  }

  @Provide
  Arbitrary<String> fields() {
    return Arbitraries.of(
        "policy",
        "destination",
        "dedupeKey",
        "fairness",
        "lease",
        "retry",
        "gates",
        "name",
        "type",
        "key",
        "rate",
        "period",
        "burst",
        "max",
        "x",
        "");
  }

  @Provide
  Arbitrary<Object> values() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(30).map(Object.class::cast),
        Arbitraries.doubles().map(Object.class::cast),
        Arbitraries.bigIntegers().map(Object.class::cast),
        Arbitraries.bigDecimals().map(Object.class::cast),
        Arbitraries.of(
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Long.MIN_VALUE,
            true,
            List.of(),
            List.of(List.of()),
            Map.of(),
            Map.of("key", 1),
            Map.of(1, 2),
            "${a}",
            "${",
            "#{a}",
            "PT1S",
            "PT-1S",
            ""));
  }

  @Provide
  Arbitrary<Map<String, Object>> jobs() {
    return Arbitraries.maps(Arbitraries.of("a", "b", "n", "period"), jobValues()).ofMaxSize(4);
  }

  private static Arbitrary<Object> jobValues() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(600).map(Object.class::cast),
        Arbitraries.integers().map(Object.class::cast),
        Arbitraries.doubles().map(Object.class::cast),
        Arbitraries.of(true, "", "PT1S", 1000L, 5, Double.NaN, "(none)", "\u0000"));
  }
}
