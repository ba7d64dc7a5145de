package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sluice.client.Worker;

/** The HTTP interface and the program's own refusals, black box. */
@ExtendWith(SharedProgram.class)
@Order(1)
class HttpIT {
  @TempDir private static Path folder;
  private static SluiceProcess sluice;
  private static Http http;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    http = Http.admin(sluice);
  }

  @Test
  void nobody_gets_in_without_a_password_and_roles_hold() {
    assertThat(new Http(sluice.httpUrl(), "admin", "wrong").get("/policies").status())
        .isEqualTo(401);
    assertThat(
            http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}")
                .status())
        .isIn(200, 201, 204);
    assertThat(
            http.put("/users/otto", "{\"password\": \"long enough 2\", \"role\": \"operator\"}")
                .status())
        .isIn(200, 201, 204);
    http.put("/policies/roles", "{\"policy\": \"roles\", \"destination\": \"w\"}");
    Http viewer = new Http(sluice.httpUrl(), "vera", "long enough 1");
    Http operator = new Http(sluice.httpUrl(), "otto", "long enough 2");
    assertThat(viewer.get("/policies").status()).isEqualTo(200);
    assertThat(viewer.post("/policies/roles/pause", "{\"reason\": \"x\"}").status()).isEqualTo(403);
    assertThat(viewer.put("/policies/roles", "{}").status()).isEqualTo(403);
    assertThat(operator.post("/policies/roles/pause", "{\"reason\": \"x\"}").status())
        .isIn(200, 204);
    assertThat(
            operator
                .put("/policies/roles", "{\"policy\": \"roles\", \"destination\": \"w2\"}")
                .status())
        .isEqualTo(403);
    assertThat(operator.get("/policies/roles").object().getBoolean("paused")).isTrue();
  }

  @Test
  void a_malformed_policy_is_refused_with_every_fault_named_and_the_old_one_stays_in_force() {
    http.put("/policies/kept", "{\"policy\": \"kept\", \"destination\": \"w\"}");
    Http.Answer refused =
        http.put(
            "/policies/kept",
            """
            policy: kept
            destination: w
            lease: -PT1S
            colour: red
            gates:
              - {name: a, type: throttle, rate: -1, period: PT0S, burst: 0.5}
              - {name: a, type: concurrency, max: .nan}
              - {name: b, type: concurency, max: 1}
              - {name: c, type: concurrency, max: "${x.getClass()}"}
            """);
    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body())
        .contains(
            "lease",
            "colour",
            "gates[0].rate",
            "gates[0].period",
            "gates[0].burst",
            "gates[1].name")
        .contains("gates[1].max", "gates[2].type", "gates[3].max");
    JsonObject kept = http.get("/policies/kept").object();
    assertThat(kept.getInt("version")).isEqualTo(1);
  }

  @Test
  void a_policy_can_be_saved_read_versioned_and_deleted() {
    assertThat(http.get("/policies/life").status()).isEqualTo(404);
    assertThat(
            http.put("/policies/life", "{\"policy\": \"life\", \"destination\": \"w\"}").status())
        .isIn(200, 201);
    assertThat(
            http.put("/policies/life", "{\"policy\": \"life\", \"destination\": \"w2\"}").status())
        .isEqualTo(200);
    JsonObject read = http.get("/policies/life").object();
    assertThat(read.getInt("version")).isEqualTo(2);
    assertThat(read.getJsonObject("document").getString("destination")).isEqualTo("w2");
    assertThat(read.keySet())
        .contains(
            "name", "version", "paused", "document", "pending", "scheduled", "inFlight", "dead")
        .contains("completed24h", "failed24h", "oldestEligibleAt", "deniedByReason");
    assertThat(http.delete("/policies/life").status()).isIn(200, 204);
    assertThat(http.get("/policies/life").status()).isEqualTo(404);
  }

  @Test
  void jobs_staged_over_http_each_get_their_own_result_and_reach_a_worker() {
    http.put("/policies/web", "policy: web\ndestination: work.web\ndedupeKey: '${event}'\n");
    Http.Answer many =
        http.post(
            "/policies/web/jobs",
            """
            [{"properties": {"event": "e1", "key": "a"}, "body": "one"},
             {"properties": {"event": "e1"}, "body": "again"},
             {"properties": {"event": "e2", "key": "b"}, "notBefore": "2099-01-01T00:00:00Z"},
             {"properties": {"event": "%s"}},
             {"properties": {"event": {"nested": 1}}}]
            """
                .formatted("x".repeat(600)));
    assertThat(many.status()).as(many.body()).isEqualTo(200);
    List<String> results =
        many.json().asJsonArray().stream().map(r -> r.asJsonObject().getString("result")).toList();
    assertThat(results).containsExactly("staged", "duplicate", "staged", "rejected", "rejected");
    WorkLog log = new WorkLog();
    try (Worker worker = new Jms(sluice).worker("work.web", 1, Duration.ZERO, log)) {
      await().atMost(Duration.ofSeconds(60)).until(() -> log.size() == 1);
      String id = log.runs().getFirst().job();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> http.get("/jobs/" + id).object().getString("state").equals("finished"));
    }
    assertThat(http.get("/policies/web").object().getInt("scheduled")).isEqualTo(1);
    assertThat(http.get("/stats").status()).isEqualTo(200);
  }

  @Test
  void nonsense_gets_a_clear_answer_and_never_a_500() {
    http.put("/policies/solid", "policy: solid\ndestination: w\n");
    String deep = "[".repeat(20_000) + "]".repeat(20_000);
    for (String body :
        List.of("", "{", "[1]", "null", "\"x\"", deep, "{\"properties\": 7}", "{\"colour\": 1}")) {
      Http.Answer answer = http.post("/policies/solid/jobs", body);
      assertThat(answer.status()).as(answer.body()).isBetween(200, 499);
    }
    for (String path :
        List.of(
            "/jobs/abc",
            "/jobs/99999999999999999999",
            "/jobs/0",
            "/policies/no%2Fsuch",
            "/policies/solid/partitions?page=-1&size=1000000&sort=id;drop&dir=sideways",
            "/policies/solid/partitions?q=%25%00",
            "/jobs?state=zzz",
            "/nothing")) {
      Http.Answer answer = http.get(path);
      assertThat(answer.status()).as(path + answer.body()).isBetween(200, 499);
      assertThat(answer.body()).as(path).doesNotContain("at sluice.", "Exception");
    }
  }

  @Test
  void a_pause_holds_newcomers_too_and_resume_lets_them_go() {
    http.put(
        "/policies/held",
        "policy: held\ndestination: work.held\ngates: [{name: c, type: concurrency, key: '${key}', max: 2}]\n");
    http.post("/policies/held/pause", "{\"reason\": \"outage\"}");
    http.post(
        "/policies/held/jobs",
        "{\"namespace\": \"new\", \"properties\": {\"key\": \"k\"}, \"body\": \"x\"}");
    WorkLog log = new WorkLog();
    try (Worker worker = new Jms(sluice).worker("work.held", 1, Duration.ZERO, log)) {
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> http.get("/policies/held").object().getInt("pending") == 1);
      await()
          .during(Duration.ofSeconds(1))
          .atMost(Duration.ofSeconds(5))
          .until(() -> log.size() == 0);
      String id =
          http.get("/jobs?state=pending&policy=held")
              .object()
              .getJsonArray("items")
              .getJsonObject(0)
              .getString("id");
      JsonObject why = http.get("/jobs/" + id + "/explain").object();
      assertThat(why.getString("reason")).isEqualTo("PAUSED");
      assertThat(why.getString("advice")).endsWith("resume held.");
      for (String of : List.of("/c/k/explain", "/c/explain?key=k")) {
        Http.Answer told = http.get("/policies/held/partitions" + of);
        assertThat(told.status()).as(told.body()).isEqualTo(200);
        assertThat(told.object().getString("reason")).isEqualTo("PAUSED");
      }
      assertThat(http.get("/policies/held/partitions/c/none/explain").status()).isEqualTo(404);
      http.post("/policies/held/resume", "{\"reason\": \"over\"}");
      await().atMost(Duration.ofSeconds(30)).until(() -> log.size() == 1);
    }
  }

  @Test
  void a_suspended_namespace_waits_until_it_has_a_ceiling_again() {
    http.put("/policies/quota", "policy: quota\ndestination: work.quota\n");
    assertThat(http.put("/namespaces/unpaid", "{\"maxInFlight\": -1}").status()).isEqualTo(400);
    assertThat(http.put("/namespaces/unpaid", "{\"maxInFlight\": 0}").status()).isEqualTo(201);
    assertThat(http.get("/namespaces/unpaid").object().getBoolean("suspended")).isTrue();
    http.post("/policies/quota/jobs", "{\"namespace\": \"unpaid\", \"body\": \"x\"}");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get("/policies/quota").body().contains("QUOTA"));
    String id =
        http.get("/jobs?state=pending&policy=quota")
            .object()
            .getJsonArray("items")
            .getJsonObject(0)
            .getString("id");
    assertThat(http.get("/jobs/" + id + "/explain").body()).contains("suspended");
    assertThat(http.put("/namespaces/unpaid", "{\"maxInFlight\": null}").status()).isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get("/namespaces/unpaid").object().getInt("inFlight") == 1);
  }

  @Test
  void dead_jobs_come_back_one_or_all_and_every_act_is_written_down() {
    http.put("/policies/poison", "policy: poison\ndestination: work.poison\n");
    http.post("/policies/poison/pause", "{\"reason\": \"hands off\"}");
    http.post("/policies/poison/jobs", "{\"properties\": {\"n\": \"x\"}, \"body\": \"b\"}");
    http.post("/policies/poison/jobs", "{\"properties\": {\"n\": \"x\"}, \"body\": \"b\"}");
    http.put(
        "/policies/poison",
        "policy: poison\ndestination: work.poison\ngates: [{name: c, type: concurrency, key: '${n}', max: '${n + 1}'}]\n");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get("/policies/poison").object().getInt("dead") == 2);
    String id =
        http.get("/jobs?state=dead&policy=poison")
            .object()
            .getJsonArray("items")
            .getJsonObject(0)
            .getString("id");
    Http.Answer refused = http.post("/jobs/" + id + "/retry", "{\"reason\": \"again\"}");
    assertThat(refused.status()).as(refused.body()).isEqualTo(409);
    assertThat(refused.object().getString("code")).isNotEmpty();
    http.put(
        "/policies/poison",
        "policy: poison\ndestination: work.poison\ngates: [{name: c, type: concurrency, key: '${n}', max: 1}]\n");
    for (int click = 0; click < 2; click++) {
      Http.Answer retried = http.post("/jobs/" + id + "/retry", "{\"reason\": \"mended\"}");
      assertThat(retried.status()).as(retried.body()).isEqualTo(200);
      assertThat(retried.object().getString("state")).isEqualTo("pending");
    }
    JsonObject all = http.post("/policies/poison/dead/retry?count=100", "").object();
    assertThat(all.getInt("retried")).isEqualTo(1);
    assertThat(all.getBoolean("more")).isFalse();
    assertThat(http.delete("/jobs/" + id).object().getString("state")).isEqualTo("cancelled");
    assertThat(http.post("/jobs/" + id + "/retry", "").status()).isEqualTo(409);
    JsonObject page = http.get("/audit?subject=job:" + id + "&size=1").object();
    assertThat(page.getJsonArray("items").getJsonObject(0).getString("action"))
        .isEqualTo("job.cancel");
    JsonObject next =
        http.get("/audit?subject=job:" + id + "&before=" + page.getString("next")).object();
    assertThat(next.getJsonArray("items").getJsonObject(0).getString("action"))
        .isEqualTo("job.retry");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() ->
            !http.get("/stats")
                .object()
                .getJsonObject("auditor")
                .getJsonObject("checks")
                .getJsonObject("check-figures")
                .isNull("endedAt"));
    assertThat(http.get("/stats").object().getJsonObject("auditor").getInt("difference")).isZero();
  }

  @Test
  void what_it_cannot_start_with_is_said_in_one_sentence_with_exit_code_2() {
    String taken = sluice.httpUrl().replaceAll(".*:(\\d+)/.*", "$1");
    String data = folder.resolve("other").toString();
    assertThat(SluiceProcess.runToEnd(Map.of(), "run", "--http-port", taken, "--data", data))
        .contains(taken)
        .endsWith("exit 2");
    assertThat(SluiceProcess.runToEnd(Map.of(), "run", "--http-port", "abc", "--data", data))
        .contains("--http-port", "abc")
        .endsWith("exit 2");
    assertThat(SluiceProcess.runToEnd(Map.of(), "run", "--nonsense"))
        .contains("--nonsense")
        .endsWith("exit 2");
    assertThat(sluice.printed())
        .doesNotContainPattern(Pattern.compile("Exception|\\sat [a-z]+\\."));
  }
}
