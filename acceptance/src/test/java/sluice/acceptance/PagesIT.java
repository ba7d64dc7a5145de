package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import sluice.client.Outcome;
import sluice.client.Worker;

/** What the console's pages show, in one real browser: jobs, batches, audit, nodes, exports. */
@ExtendWith(SharedProgram.class)
@Order(1)
class PagesIT {
  private static final By JOBS = By.cssSelector("#jobs tbody th");
  private static final String SCRIPT = "<script>alert(1)</script>";
  private static final List<String> HOSTILE =
      List.of(
          SCRIPT,
          "\"><svg onload=alert(1)>",
          "' onmouseover=alert(1)",
          "javascript:alert(1)",
          "#{7*7}${7*7}",
          "=1+1",
          "@SUM(A1)",
          "a,b/c");

  @TempDir private static Path folder;
  private static SluiceProcess sluice;
  private static Http http;
  private static Console console;
  private static ConsoleSession admin;
  private static ConsoleSession viewer;
  private static String hostileJob;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    http = Http.admin(sluice);
    http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    policy("crowd");
    policy("wicked");
    stage("crowd", IntStream.range(0, 121).mapToObj(i -> "same").toList());
    stage("wicked", HOSTILE);
    stage("wicked", HOSTILE);
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> first("admitted", "wicked") != null && first("pending", "wicked") != null);
    http.post(
        "/policies/wicked/pause", Json.createObjectBuilder().add("reason", SCRIPT).build() + "");
    hostileJob = String.valueOf(first("pending", "wicked"));
    admin = new ConsoleSession(sluice.httpUrl(), "admin", sluice.adminPassword());
    viewer = new ConsoleSession(sluice.httpUrl(), "vera", "long enough 1");
    console = new Console(sluice.httpUrl(), folder.resolve("profile"));
    console.open("/").logIn("admin", sluice.adminPassword()).see(By.tagName("h1"), "Overview");
    console.hold();
  }

  @AfterAll
  static void stop() {
    console.close();
  }

  @BeforeEach
  void usualWindow() {
    console.size(1280, 900).dark(false);
  }

  private static List<String> pages() {
    return List.of(
        "/overview.xhtml",
        "/policy.xhtml?name=wicked&watch=each%2Fa%2Cb%2Fc&watch=each%2Fnobody",
        "/policy.xhtml?name=nobody",
        "/policy.xhtml?name=plain",
        "/partition.xhtml?policy=plain&source=each&key=same",
        "/namespaces.xhtml",
        "/dead.xhtml",
        "/versions.xhtml?policy=plain",
        "/editor.xhtml?policy=plain",
        "/jobs.xhtml",
        "/jobs.xhtml?state=dead",
        "/job.xhtml?id=" + hostileJob + "&message=shown",
        "/job.xhtml?id=0",
        "/batches.xhtml",
        "/audit.xhtml",
        "/nodes.xhtml");
  }

  @Test
  void no_page_has_a_serious_fault_of_accessibility_light_dark_or_narrow() {
    List<String> faults = new ArrayList<>();
    for (String page : pages()) {
      console.size(1280, 900).dark(false).open(page).see(By.tagName("h1"));
      console.faults().forEach(fault -> faults.add(page + " " + fault));
      console.dark(true);
      console.faults().forEach(fault -> faults.add(page + " dark " + fault));
      console.size(500, 900).dark(false);
      console.faults().forEach(fault -> faults.add(page + " narrow " + fault));
    }
    assertThat(faults).isEmpty();
  }

  @Test
  void no_page_is_wider_than_a_narrow_window() {
    console.size(500, 900);
    for (String page : pages()) {
      console.open(page).see(By.tagName("h1"));
      assertThat(
              console.script(
                  "return document.documentElement.scrollWidth - document.documentElement.clientWidth"))
          .as(page)
          .isEqualTo(0L);
    }
  }

  @Test
  void b43_hostile_names_keys_and_properties_are_text_on_every_page() {
    pages().forEach(PagesIT::inert);
    console.open("/job.xhtml?id=" + hostileJob + "&message=shown");
    String shown = String.join(" ", console.texts(By.cssSelector("#properties td")));
    assertThat(HOSTILE).anyMatch(shown::contains);
    console
        .open("/audit.xhtml?policy=wicked")
        .see(By.cssSelector("#audit td[data-label=Reason]"), SCRIPT);
  }

  @Test
  void b43_what_a_worker_says_of_a_failure_is_text_wherever_it_is_shown() {
    policy("sick");
    stage("sick", List.of("one"));
    try (Worker worker =
        Worker.on(new Jms(sluice).factory(), "work.sick")
            .start(job -> Outcome.reject(String.join(" ", HOSTILE) + "\n</script>"))) {
      assertThat(worker).isNotNull();
      await()
          .atMost(Duration.ofSeconds(60))
          .until(() -> http.get("/policies/sick").object().getInt("dead") == 1);
    }
    console.open("/dead.xhtml?policy=sick").see(By.cssSelector("td.error"), SCRIPT);
    inert("/dead.xhtml?policy=sick");
    inert("/policy.xhtml?name=sick");
    String job = String.valueOf(first("dead", "sick"));
    console.open("/job.xhtml?id=" + job).see(By.id("last-error"), SCRIPT);
    inert("/job.xhtml?id=" + job);
    assertThat(viewer.get("/export/jobs.csv?state=dead&policy=sick").body().lines())
        .noneMatch(line -> line.matches("[=+@\t-].*"));
  }

  private static void inert(String page) {
    console.open(page).see(By.tagName("h1"));
    assertThat(console.script("return document.querySelectorAll('[onload],[onmouseover]').length"))
        .as(page)
        .isEqualTo(0L);
    assertThat(
            console.script(
                "return [...document.scripts].filter(one => /alert/.test(one.textContent)).length"))
        .as(page)
        .isEqualTo(0L);
    assertThat(String.valueOf(console.script("return document.body.textContent")))
        .as(page)
        .doesNotContain("4949");
  }

  @Test
  void i_175_what_two_gates_show_of_one_key_is_one_row_if_it_is_the_same() {
    Http.Answer answer =
        http.put(
            "/policies/twofold",
            """
            {"policy": "twofold", "destination": "work.twofold", "gates": [
              {"name": "a", "type": "concurrency", "key": "${key}", "max": 9},
              {"name": "b", "type": "concurrency", "key": "${key}", "max": "${key == 'own' ? 8 : 9}"}]}\
            """);
    assertThat(answer.status()).isIn(200, 201);
    stage("twofold", List.of("same", "own", "x"));
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> http.get("/policies/twofold").object().getInt("inFlight") == 3);
    console.open("/policy.xhtml?name=twofold").see(By.id("place"), "6 partitions");
    assertThat(console.texts(By.cssSelector("#partition-table td[data-label=Gate]")))
        .containsExactly("a", "b", "a + b", "a + b");
    console.click(By.cssSelector("#partition-table tr:nth-child(3) td[data-label=Gate] a + a"));
    console.see(By.tagName("h1"), "same").see(By.id("day-head"));
    console.at("source=b");
  }

  @Test
  void b44_forged_parameters_give_a_page_or_a_plain_refusal() {
    for (String forged :
        List.of(
            "/overview.xhtml?page=99999999999999999999",
            "/jobs.xhtml?state=sideways&after=%7B%7D&policy=%00&namespace=" + "x".repeat(2_000),
            "/jobs.xhtml?after=zzz_1",
            "/jobs.xhtml?policy=nobody",
            "/jobs.xhtml?key=a&policy=crowd",
            "/job.xhtml?id=1%20or%201=1",
            "/batches.xhtml?before=abc&policy=%27",
            "/audit.xhtml?before=-1&policy=%25&action=%00&subject=%27%3B",
            "/policy.xhtml?name=crowd&watch=%00&watch=each%2F&watch=" + "x".repeat(2_000),
            "/export/jobs.csv?state=sideways",
            "/export/jobs.csv?after=%7B%7D",
            "/export/partitions.csv",
            "/export/partitions.csv?policy=nobody",
            "/export/audit.csv?policy=%00",
            "/export/nothing.csv",
            "/export/../login")) {
      assertThat(admin.get(forged).statusCode()).as(forged).isIn(200, 400, 404);
    }
  }

  @Test
  void i_170_what_there_is_not_is_not_found() {
    assertThat(admin.get("/policy.xhtml?name=nobody").statusCode()).isEqualTo(404);
    assertThat(admin.get("/job.xhtml?id=0").statusCode()).isEqualTo(404);
    assertThat(admin.get("/job.xhtml?id=abc").statusCode()).isEqualTo(404);
    assertThat(admin.get("/export/nothing.csv").statusCode()).isEqualTo(404);
  }

  @Test
  void i_183_pages_of_jobs_have_no_gap_and_no_double() {
    console.open("/jobs.xhtml?state=pending&policy=crowd").see(JOBS);
    List<String> seen = new ArrayList<>(console.texts(JOBS));
    assertThat(seen).hasSize(50);
    console.click(By.linkText("Next page")).at("after=").see(By.linkText("First page"));
    seen.addAll(console.texts(JOBS));
    console
        .click(By.linkText("Next page"))
        .until("return document.querySelectorAll('#jobs tbody tr').length === 20");
    seen.addAll(console.texts(JOBS));
    assertThat(seen).hasSize(120).doesNotHaveDuplicates();
    assertThat(console.has(By.linkText("Next page"))).isFalse();
  }

  @Test
  void a_waiting_job_says_why_and_who_holds_the_slot() {
    String waiting = String.valueOf(first("pending", "crowd"));
    String holder = String.valueOf(first("admitted", "crowd"));
    console
        .open("/job.xhtml?id=" + waiting)
        .see(By.id("why"), "concurrency limit reached at gate each, key same");
    console.see(By.id("advice"), "1 of 1 jobs are in flight");
    console.see(By.cssSelector("#verdicts tbody"), "1 of 1 in flight");
    console.see(By.id("position"), "Ahead of it");
    console.click(By.linkText(holder)).see(By.id("state"), "admitted");
    console.see(By.id("why"), "attempt 1 is in flight");
  }

  @Test
  void i_200_the_message_is_masked_until_an_operator_asks_for_it() {
    console.open("/job.xhtml?id=" + hostileJob).see(By.id("masked"));
    assertThat(console.has(By.id("properties"))).isFalse();
    console.click(By.id("unmask")).see(By.id("properties"), "key");
    String masked = viewer.get("/job.xhtml?id=" + hostileJob + "&message=shown").body();
    assertThat(masked).contains("id=\"masked\"").doesNotContain("id=\"properties\"", "SECRET BODY");
    assertThat(admin.get("/job.xhtml?id=" + hostileJob + "&message=shown").body())
        .contains("SECRET BODY");
  }

  @Test
  void i_176_watched_partitions_stay_in_address_and_browser() {
    console
        .open("/policy.xhtml?name=crowd&watch=each%2Fnobody%2C%20really")
        .see(By.id("watched-table"), "nobody, really");
    console.see(By.cssSelector("#watched-table td[data-label='In flight']"), "0");
    console.click(By.cssSelector("#partition-table button.star")).at("watch=each%2Fsame");
    console.see(By.id("watched-table"), "same");
    console
        .open("/policy.xhtml?name=crowd")
        .at("watch=each%2Fsame")
        .see(By.id("watched-table"), "same");
    console.script("localStorage.removeItem('sluice.watch.crowd')");
  }

  @Test
  void the_policy_page_leads_on_to_jobs_and_has_its_figures_as_words() {
    console
        .open("/policy.xhtml?name=crowd")
        .see(By.cssSelector(".figures"), "120 eligible · 0 scheduled");
    assertThat(console.texts(By.cssSelector("#waiting tbody th"))).hasSize(25);
    console.see(By.cssSelector("#waiting tbody"), "concurrency limit reached each same");
    console.see(By.cssSelector(".figures"), "Fairness");
    console.click(By.linkText("All pending jobs")).at("state=pending").see(JOBS);
  }

  @Test
  void batches_and_audit_lead_to_what_they_are_about() {
    console
        .open("/batches.xhtml?policy=crowd")
        .see(By.cssSelector("#batches tbody td[data-label=Policy]"), "crowd");
    console.click(By.cssSelector("#batches td[data-label='First jobs'] a")).see(By.id("state"));
    console.open("/audit.xhtml?policy=wicked&action=policy.pause").see(By.id("audit"), "paused");
    assertThat(console.texts(By.cssSelector("#audit tbody tr"))).hasSize(1);
    console.click(By.linkText("policy:wicked")).see(By.tagName("h1"), "wicked");
    console.open("/nodes.xhtml").see(By.id("checks"), "check-");
  }

  @Test
  void b43_exports_are_inert_and_need_a_login() {
    HttpResponse<String> file = viewer.get("/export/partitions.csv?policy=wicked");
    assertThat(file.statusCode()).isEqualTo(200);
    assertThat(file.headers().firstValue("Content-Disposition"))
        .hasValue("attachment; filename=\"partitions.csv\"");
    assertThat(file.body())
        .startsWith("source,key,type,")
        .contains("\r\neach,'=1+1,concurrency,1,1.0", "\r\neach,'@SUM(A1),", "\r\neach,\"a,b/c\",");
    for (String table :
        List.of(
            "policies",
            "jobs",
            "minutes",
            "batches",
            "audit",
            "namespaces",
            "chores",
            "versions")) {
      String body = viewer.get("/export/" + table + ".csv?policy=crowd").body();
      assertThat(body.lines().count()).as(table).isGreaterThan(1);
      assertThat(body.lines().skip(1)).as(table).noneMatch(line -> line.matches("[=+@\t-].*"));
    }
    assertThat(
            new ConsoleSession(sluice.httpUrl(), "admin", "wrong")
                .get("/export/jobs.csv")
                .statusCode())
        .isEqualTo(302);
  }

  @Test
  void i_199_never_two_requests_at_once_and_none_while_hidden() {
    console.open("/overview.xhtml").see(By.id("totals"));
    console.script(
        """
        window.begun = 0; window.running = 0; window.most = 0;
        const send = XMLHttpRequest.prototype.send;
        XMLHttpRequest.prototype.send = function(body) {
          begun++; running++; most = Math.max(most, running);
          this.addEventListener('loadend', () => running--);
          setTimeout(() => send.call(this, body), 3000);
        };
        const select = document.getElementById('refresh');
        select.value = '2';
        select.dispatchEvent(new Event('change'));
        """);
    console.until("return window.begun >= 2");
    assertThat(console.script("return window.most")).isEqualTo(1L);
    console.script(
        """
        Object.defineProperty(document, 'hidden', {value: true});
        document.dispatchEvent(new Event('visibilitychange'));
        """);
    console.until("return window.running === 0");
    Object begun = console.script("return window.begun");
    await()
        .during(Duration.ofSeconds(3))
        .atMost(Duration.ofSeconds(10))
        .until(() -> begun.equals(console.script("return window.begun")));
    console.hold();
  }

  @Test
  void what_a_person_did_to_a_page_outlives_its_refreshing() {
    console.open("/overview.xhtml").see(By.id("totals"));
    console.script(
        """
        const summary = document.querySelector('#hour-table > summary');
        summary.parentNode.open = true;
        summary.focus();
        document.getElementById('totals').dataset.old = '1';
        const select = document.getElementById('refresh');
        select.value = '2';
        select.dispatchEvent(new Event('change'));
        """);
    console.until("return !document.getElementById('totals').dataset.old");
    console.until(
        "return document.getElementById('hour-table').open && document.activeElement.localName === 'summary'");
    console.hold();
  }

  @Test
  void times_are_those_of_the_browser_and_utc_without_script() {
    assertThat(admin.get("/overview.xhtml").body())
        .containsPattern("<time datetime=\"[^\"]+Z\">[^<]+ UTC</time>");
    console.open("/overview.xhtml").see(By.id("zone"));
    console.until(
        "return [...document.querySelectorAll('time')].every(one => !one.textContent.includes('UTC'))");
  }

  private static Object first(String state, String policy) {
    JsonObject page = http.get("/jobs?state=" + state + "&policy=" + policy).object();
    return page.getJsonArray("items").isEmpty()
        ? null
        : page.getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static void policy(String name) {
    Http.Answer answer =
        http.put(
            "/policies/" + name,
            "{\"policy\": \"%s\", \"destination\": \"work.%s\", \"gates\": [{\"name\": \"each\", \"type\": \"concurrency\", \"key\": \"${key}\", \"max\": 1}]}"
                .formatted(name, name));
    assertThat(answer.status()).isIn(200, 201);
  }

  private static void stage(String policy, List<String> keys) {
    JsonArrayBuilder jobs = Json.createArrayBuilder();
    for (String key : keys) {
      jobs.add(
          Json.createObjectBuilder(
              Map.of(
                  "namespace",
                  policy.equals("wicked") ? key : "acme",
                  "properties",
                  Map.of("key", key),
                  "body",
                  "SECRET BODY " + key)));
    }
    Http.Answer answer = http.post("/policies/" + policy + "/jobs", jobs.build().toString());
    assertThat(answer.status()).isBetween(200, 299);
  }
}
