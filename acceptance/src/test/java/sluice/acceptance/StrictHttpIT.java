package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the HTTP interface refuses, and how odd names get through; black box. */
@ExtendWith(SharedProgram.class)
@Order(1)
class StrictHttpIT {
  private static SluiceProcess sluice;
  private static Http http;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    http = Http.admin(sluice);
  }

  @Test
  void what_stands_twice_or_is_unknown_is_refused_by_its_name() {
    http.put("/policies/strict", "policy: strict\ndestination: work.strict\n");
    for (String body : List.of("{\"reason\": \"a\", \"reason\": \"b\"}", "{\"reasn\": \"a\"}")) {
      for (String act : List.of("pause", "drain", "dead/retry")) {
        Http.Answer answer = http.post("/policies/strict/" + act, body);
        assertThat(answer.status()).as(act + answer.body()).isEqualTo(400);
        assertThat(answer.object().getJsonArray("faults").getJsonObject(0).getString("path"))
            .startsWith("reas");
      }
    }
    assertThat(http.get("/policies/strict").object().getBoolean("paused")).isFalse();
    JsonObject fault =
        http.get("/jobs?state=bogus").object().getJsonArray("faults").getJsonObject(0);
    assertThat(fault.getString("path")).isEqualTo("state");
    assertThat(fault.getString("value")).contains("bogus");
    assertThat(fault.getString("allowed")).contains("pending", "expired");
    Http.Answer deleted = http.send("DELETE", "/policies/strict", "{\"reason\": \"x\"}");
    assertThat(deleted.status()).isEqualTo(400);
    assertThat(deleted.object().getString("detail")).contains("?reason=");
    assertThat(http.delete("/policies/strict?reason=x").status()).isEqualTo(204);
  }

  @Test
  void a_body_of_another_type_is_refused_with_the_types_that_are_taken() {
    String yaml = "limit: 1";
    for (String path :
        List.of("/policies/p/partitions/g/k/override", "/namespaces/n", "/users/someone")) {
      Http.Answer answer = http.put(path, yaml);
      assertThat(answer.status()).as(path + answer.body()).isEqualTo(415);
      JsonObject fault = answer.object().getJsonArray("faults").getJsonObject(0);
      assertThat(fault.getString("value")).contains("application/yaml");
      assertThat(fault.getString("allowed")).isEqualTo("application/json");
    }
  }

  @Test
  void the_last_admin_stays() {
    assertThat(http.delete("/users/admin").status()).isEqualTo(409);
    assertThat(http.put("/users/admin", "{\"role\": \"viewer\"}").status()).isEqualTo(409);
  }

  @Test
  void every_key_and_namespace_can_be_named() {
    http.put(
        "/policies/odd",
        "policy: odd\ndestination: w\ngates: [{name: c, type: concurrency, key: '${k}', max: 1}]\n");
    for (String key :
        List.of(
            "a\\b",
            "a/b",
            "a//b",
            "..",
            "../x",
            ".",
            "a;b=c",
            "%2F",
            "a b+c",
            "\u00e4\u2603",
            "?#&")) {
      String encoded = URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
      Http.Answer set =
          http.put("/policies/odd/partitions/c/override?key=" + encoded, "{\"limit\": 3}");
      assertThat(set.status()).as(key + set.body()).isEqualTo(200);
      assertThat(set.object().getString("key")).isEqualTo(key);
      if (!key.startsWith(".")) {
        Http.Answer inPath = http.get("/policies/odd/partitions/c/" + encoded + "/override");
        assertThat(inPath.status()).as(key + inPath.body()).isEqualTo(200);
        assertThat(inPath.object().getString("key")).isEqualTo(key);
      }
      Http.Answer namespace = http.put("/namespaces?name=" + encoded, "{\"maxInFlight\": 1}");
      assertThat(namespace.object().getString("name")).as(namespace.body()).isEqualTo(key);
      assertThat(http.get("/namespaces?name=" + encoded).object().getString("name")).isEqualTo(key);
    }
    assertThat(http.put("/namespaces?name=%20", "{\"maxInFlight\": 1}").status()).isEqualTo(400);
    assertThat(
            http.post("/policies/odd/jobs", "{\"namespace\": \" \"}").object().getString("reason"))
        .isEqualTo("NAMESPACE_BLANK");
  }

  @Test
  void a_stranger_learns_nothing() {
    Http nobody = Http.nobody(sluice);
    for (String path :
        List.of(
            "/policies/..%2Fhealth%2Fready",
            "/namespaces/..%2Fhealth%2Fready",
            "/namespaces/..%5Chealth%5Cready",
            "/jobs/x%2F..%2F..%2Fhealth%2Fready",
            "/health/ready%2F..%2F..%2Fpolicies",
            "/policies")) {
      Http.Answer answer = nobody.get(path);
      assertThat(answer.status()).as(path + answer.body()).isEqualTo(401);
    }
    assertThat(nobody.get("/health/ready").status()).isEqualTo(200);
    Http server = Http.root(sluice);
    Http.Answer root = server.get("/");
    assertThat(root.status()).isEqualTo(302);
    for (String path :
        List.of(
            "/", "/foo", "/index.html", "/x.jsp", "/openapi", "/__asadmin/version", "/sluicex")) {
      Http.Answer answer = server.get(path);
      assertThat(answer.status()).as(path).isIn(302, 403, 404);
      assertThat(answer.body()).as(path).doesNotContainIgnoringCase("payara", "glassfish", "<html");
    }
    assertThat(server.get("/foo").status()).isEqualTo(404);
  }

  @Test
  void an_instant_that_no_calendar_has_is_refused_for_its_job_alone() {
    http.put("/policies/far", "policy: far\ndestination: work.far\n");
    http.post("/policies/far/pause", "");
    Http.Answer many =
        http.post(
            "/policies/far/jobs",
            """
            [{"body": "a"}, {"notBefore": 9223372036854775807}, {"expiresAt": "+999999-01-01T00:00:00Z"},
             {"notBefore": "+12000-01-01T00:00:00Z"}, {"expiresAt": "+12000-01-01T00:00:00Z"}, {"notBefore": "+294000-01-01T00:00:00Z"},
             {"notBefore": -9223372036854775808}, {"body": "b"}]
            """);
    assertThat(many.json().asJsonArray().stream().map(r -> r.asJsonObject().getString("result")))
        .as(many.body())
        .containsExactly(
            "staged", "rejected", "rejected", "staged", "staged", "staged", "staged", "staged");
    Http.Answer scheduled = http.get("/jobs?state=scheduled&policy=far&size=1");
    assertThat(scheduled.body()).contains("+12000-01-01T00:00:00Z");
    String next = scheduled.object().getString("next");
    assertThat(http.get("/jobs?state=scheduled&policy=far&size=1&after=" + next).body())
        .contains("+294000-01-01T00:00:00Z");
    assertThat(http.delete("/policies/far?jobs=cancel").status()).isEqualTo(204);
  }
}
