package sluice.web.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.json.JsonArray;
import jakarta.json.JsonObject;
import java.io.StringReader;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sluice.core.job.MessageKind;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;
import sluice.web.problem.RequestRefused;

class StagedJobsTest {
  private final List<StageRequest> staged = new ArrayList<>();

  private StagedJobs stage(String json) {
    return StagedJobs.read("p", TraceContext.NONE, new StringReader(json), 1_000)
        .by(requests -> {
          staged.addAll(requests);
          return requests.stream()
              .map(r -> (StageResult) new StageResult.Staged(100 + requests.indexOf(r)))
              .toList();
        });
  }

  private StageRequest one(String json) {
    StagedJobs jobs = stage(json);
    assertThat(jobs.json().toString()).contains("staged");
    return staged.getFirst();
  }

  private JsonObject refused(String json) {
    JsonObject result = stage(json).json().asJsonObject();
    assertThat(result.getString("result")).as(json).isEqualTo("rejected");
    return result;
  }

  private StageRequest traced(String json, String parent, String state) {
    StagedJobs.read("p", TraceContext.of(parent, state), new StringReader(json), 1_000)
        .by(requests -> {
          staged.addAll(requests);
          return requests.stream().map(r -> (StageResult) new StageResult.Staged(1)).toList();
        });
    return staged.getLast();
  }

  @Test
  void the_requests_trace_goes_with_the_job_unless_it_brings_its_own() {
    String trace = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
    assertThat(traced("{}", trace, "a=1").message().properties())
        .containsEntry("traceparent", trace)
        .containsEntry("tracestate", "a=1");
    assertThat(traced("{}", trace, null).message().properties()).doesNotContainKey("tracestate");
    assertThat(
            traced("{\"properties\":{\"traceparent\":\"mine\"}}", trace, "a=1")
                .message()
                .properties())
        .containsEntry("traceparent", "mine")
        .doesNotContainKey("tracestate");
    for (String bad :
        List.of(
            "",
            "00-4bf9-00f0-01",
            trace.toUpperCase(java.util.Locale.ROOT),
            "ff" + trace.substring(2),
            trace.replaceAll("[0-9a-f]{32}", "0".repeat(32)),
            trace + "\n")) {
      assertThat(traced("{}", bad, "a=1").message().properties()).as(bad).isEmpty();
    }
  }

  @Test
  void one_object_in_is_one_object_out() {
    StagedJobs jobs = stage("{\"jobKey\":\"k\"}");
    assertThat(jobs.status()).isEqualTo(201);
    assertThat(jobs.json().toString()).isEqualTo("{\"result\":\"staged\",\"id\":\"100\"}");
  }

  @Test
  void a_bad_job_of_an_array_leaves_the_others_alone() {
    StagedJobs jobs =
        stage("[{\"jobKey\":\"a\"},{\"jobKey\":\"nul\\u0000\"},7,{\"jobKey\":\"b\"}]");
    JsonArray results = jobs.json().asJsonArray();
    assertThat(results.getValuesAs(JsonObject.class))
        .extracting(result -> result.getString("result"))
        .containsExactly("staged", "rejected", "rejected", "staged");
    assertThat(jobs.status()).isEqualTo(200);
  }

  @Test
  void every_field_arrives() {
    StageRequest request =
        one(
            """
            {"namespace":"t","jobKey":"k","dedupeKey":"d","notBefore":"2030-01-01T00:00:00+01:00","priority":9,"expiresAt":1900000000000,
             "correlationId":"c","replyTo":"queue://r","type":"T","properties":{"s":"x","b":true,"i":1},"body":"hä"}
            """);
    assertThat(request.keys()).isEqualTo(new StageRequest.Keys("t", "k", "d", null));
    assertThat(request.notBefore()).isEqualTo(Instant.parse("2029-12-31T23:00:00Z"));
    assertThat(request.expiresAt()).isEqualTo(Instant.ofEpochMilli(1_900_000_000_000L));
    assertThat(request.message().head().priority()).isEqualTo(9);
    assertThat(request.message().head().replyTo()).isEqualTo("queue://r");
    assertThat(request.message().properties())
        .containsEntry("s", "x")
        .containsEntry("b", true)
        .containsEntry("i", 1);
    assertThat(request.message().body()).hasSize(3);
  }

  @Test
  void what_is_absent_takes_the_default() {
    StageRequest request = one("{}");
    assertThat(request.keys()).isEqualTo(new StageRequest.Keys("default", null, null, null));
    assertThat(request.message().head().kind()).isEqualTo(MessageKind.BODYLESS);
    assertThat(request.message().head().priority()).isEqualTo(4);
    assertThat(request.notBefore()).isNull();
  }

  @Test
  void sluice_properties_stand_in_for_absent_fields_only() {
    StageRequest request =
        one(
            "{\"jobKey\":\"field\",\"properties\":{\"sluice_job_key\":\"prop\",\"sluice_namespace\":\"t\",\"sluice_not_before\":5,\"sluice_policy\":\"p\"}}");
    assertThat(request.keys().jobKey()).isEqualTo("field");
    assertThat(request.keys().namespace()).isEqualTo("t");
    assertThat(request.notBefore()).isEqualTo(Instant.ofEpochMilli(5));
    assertThat(request.message().properties()).isEmpty();
  }

  @Test
  void half_a_surrogate_pair_in_a_body_is_kept_as_utf_16() {
    StageRequest request = one("{\"body\":\"a\\ud800\"}");
    assertThat(request.message().head().kind()).isEqualTo(MessageKind.TEXT_UTF16);
    assertThat(request.message().body()).containsExactly(0, 'a', 0xD8, 0);
  }

  @Test
  void numbers_keep_every_digit() {
    StageRequest request =
        one(
            "{\"properties\":{\"a\":9007199254740993,\"b\":130775545883395173,\"c\":0.1,\"d\":1.10,\"e\":-0,\"f\":1e2,\"g\":2147483648}}");
    assertThat(request.message().properties())
        .containsEntry("a", 9007199254740993L)
        .containsEntry("b", 130775545883395173L)
        .containsEntry("c", 0.1)
        .containsEntry("d", 1.1)
        .containsEntry("e", -0.0)
        .containsEntry("f", 100.0)
        .containsEntry("g", 2147483648L);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1e400",
        "1e-99999999999",
        "0e99999999999",
        "-1e-2147483648",
        "12345678901234567890",
        "0.12345678901234567890123",
        "1e-400",
        "null",
        "[1]",
        "{}"
      })
  void what_a_property_cannot_carry_is_refused(String value) {
    assertThat(refused("{\"properties\":{\"a\":" + value + "}}").getString("reason"))
        .isEqualTo("INVALID_PROPERTY");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "a.b", "1a", "a b", "JMSXFoo", "_AMQ_DUPL_ID", "sluice_job_id", "null", "And"})
  void a_name_that_jms_does_not_carry_is_refused(String name) {
    assertThat(refused("{\"properties\":{\"" + name + "\":1}}").getString("reason"))
        .isEqualTo("INVALID_PROPERTY");
  }

  @Test
  void odd_names_that_jms_carries_are_kept() {
    assertThat(
            one("{\"properties\":{\"__proto__\":1,\"JMSXGroupID\":\"g\"}}").message().properties())
        .hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"nope\":1,\"also\":2}|UNKNOWN_FIELD",
        "{\"jobKey\":\"a\",\"jobKey\":\"a\"}|DUPLICATE_FIELD",
        "{\"properties\":{\"a\":1,\"a\":1}}|DUPLICATE_FIELD",
        "{\"properties\":{},\"properties\":{}}|DUPLICATE_FIELD",
        "{\"properties\":[]}|INVALID_FIELD",
        "{\"properties\":\"x\"}|INVALID_FIELD",
        "{\"priority\":10}|INVALID_FIELD",
        "{\"priority\":1.5}|INVALID_FIELD",
        "{\"notBefore\":\"soon\"}|INVALID_FIELD",
        "{\"notBefore\":9e99}|INVALID_FIELD",
        "{\"notBefore\":9223372036854775807}|INVALID_FIELD",
        "{\"jobKey\":5}|INVALID_FIELD",
        "{\"jobKey\":\"\"}|INVALID_FIELD",
        "{\"dedupeKey\":\"\"}|INVALID_FIELD",
        "{\"namespace\":\"\"}|INVALID_FIELD",
        "{\"properties\":{\"sluice_job_key\":\"\"}}|INVALID_FIELD",
        "{\"properties\":{\"sluice_dedupe_key\":\"\"}}|INVALID_FIELD",
        "{\"properties\":{\"sluice_namespace\":\"\"}}|INVALID_FIELD",
        "{\"jobKey\":\"\",\"properties\":{\"sluice_job_key\":\"k\"}}|INVALID_FIELD",
        "{\"replyTo\":\"x\"}|INVALID_FIELD",
        "{\"body\":\"a\",\"bodyBase64\":\"YQ==\"}|INVALID_FIELD",
        "{\"bodyBase64\":\"?\"}|INVALID_FIELD",
        "{\"properties\":{\"sluice_policy\":\"q\"}}|POLICY_CONFLICT",
        "{\"namespace\":\" \\t\"}|NAMESPACE_BLANK",
        "{\"properties\":{\"sluice_namespace\":\"\\u2003\"}}|NAMESPACE_BLANK",
        "{\"jobKey\":\"\\ud800\"}|KEY_NOT_TEXT"
      })
  void what_makes_no_sense_is_refused_with_a_code(String json, String code) {
    assertThat(refused(json).getString("reason")).isEqualTo(code);
  }

  @Test
  void a_key_of_513_characters_is_refused() {
    assertThat(refused("{\"jobKey\":\"" + "x".repeat(513) + "\"}").getString("reason"))
        .isEqualTo("KEY_TOO_LONG");
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "-86400000", "\"1969-12-31T23:59:59.999Z\"", "0"})
  void the_past_means_now(String instant) {
    assertThat(one("{\"notBefore\":" + instant + "}").notBefore()).isEqualTo(Instant.EPOCH);
  }

  @Test
  void the_far_future_is_kept_exactly() {
    assertThat(one("{\"notBefore\":\"9999-12-31T23:59:59.999Z\"}").notBefore())
        .isEqualTo(Instant.parse("9999-12-31T23:59:59.999Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "9223372036854775807",
        "-9223372036854775809",
        "9223372036854775808",
        "1e15",
        "1.5",
        "\"+294000-01-01T00:00:00.001Z\"",
        "\"+999999999-12-31T23:59:59-18:00\"",
        "\"+1000000000-01-01T00:00:00Z\"",
        "true",
        "[]"
      })
  void an_instant_that_no_calendar_has_is_refused_for_its_job_alone(String instant) {
    for (String field : new String[] {"notBefore", "expiresAt"}) {
      String body = "[{},{\"" + field + "\":" + instant + "},{}]";
      assertThat(stage(body).json().asJsonArray().getValuesAs(JsonObject.class))
          .as(body)
          .extracting(result -> result.getString("result"))
          .containsExactly("staged", "rejected", "staged");
      JsonObject refused = refused("{\"" + field + "\":" + instant + "}");
      assertThat(refused.getString("reason")).isEqualTo("INVALID_FIELD");
      assertThat(refused.getString("detail")).contains(field);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"+10000-01-01T00:00:00Z\"", "253402300800000"})
  void a_year_of_five_digits_is_a_year(String instant) {
    assertThat(one("{\"expiresAt\":" + instant + "}").expiresAt())
        .isEqualTo(Instant.parse("+10000-01-01T00:00:00Z"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"x\"", "7", "null", "{} {}"})
  void a_body_that_is_no_job_is_refused_as_a_whole(String json) {
    assertThatThrownBy(() -> stage(json))
        .isInstanceOfAny(RequestRefused.class, jakarta.json.JsonException.class);
  }

  @Test
  void depth_is_refused_and_does_no_harm() {
    String deep = "[".repeat(20_000) + "]".repeat(20_000);
    assertThatThrownBy(() -> stage(deep)).isInstanceOf(RequestRefused.class);
    assertThatThrownBy(() -> stage("{\"properties\":{\"a\":" + deep + "}}"))
        .isInstanceOf(RequestRefused.class);
  }

  @Test
  void a_body_longer_than_allowed_is_refused() {
    assertThat(refused("{\"body\":\"" + "ü".repeat(501) + "\"}").getString("reason"))
        .isEqualTo("BODY_TOO_LARGE");
  }

  @Test
  void ten_thousand_jobs_are_taken_and_one_more_is_not() {
    assertThat(stage("[" + "{},".repeat(9_999) + "{}]").json().asJsonArray()).hasSize(10_000);
    assertThatThrownBy(() -> stage("[" + "{},".repeat(10_000) + "{}]"))
        .isInstanceOf(RequestRefused.class);
  }

  @Test
  void more_properties_than_the_intake_queue_takes_are_refused() {
    String many =
        IntStream.range(0, 1_000)
            .mapToObj(i -> "\"p" + i + "\":1")
            .collect(Collectors.joining(","));
    assertThat(one("{\"properties\":{" + many + "}}").message().properties()).hasSize(1_000);
    assertThat(refused("{\"properties\":{" + many + ",\"last\":1}}").getString("reason"))
        .isEqualTo("TOO_MANY_PROPERTIES");

    String longest = "x".repeat(StageRequest.LONGEST_PROPERTIES - 1);
    assertThat(one("{\"properties\":{\"p\":\"" + longest + "\"}}")).isNotNull();
    JsonObject refused = refused("{\"properties\":{\"p\":\"" + longest + "x\"}}");
    assertThat(refused.getString("reason")).isEqualTo("PROPERTIES_TOO_LARGE");
    assertThat(refused.getString("detail")).endsWith("allowed: 1048576");
  }
}
