package sluice.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What people do in the console, in a real browser, one for all. */
class ActionsIT {
  private static final By TOLD = By.id("told");
  private static final By STATE = By.id("state");
  private static final By H1 = By.tagName("h1");
  private static final String HOSTILE = "\"><svg onload=alert(1)>'#{7*7}${7*7}</script>";
  private static final String GATE =
      "{\"name\": \"each\", \"type\": \"concurrency\", \"key\": \"${key}\", \"max\": 1}";
  private static final String SHUT = "{\"name\": \"shut\", \"type\": \"globalCap\", \"max\": 0}";

  @TempDir private static Path folder;
  private static SluiceProcess sluice;
  private static Http http;
  private static Console console;

  @BeforeAll
  static void start() {
    sluice = SluiceProcess.start(folder.resolve("data"));
    http = Http.admin(sluice);
    policy("acts", GATE, "");
    policy("mortal", GATE, ", \"lease\": \"PT1S\", \"retry\": {\"maxAttempts\": 1}");
    stage("acts", List.of(HOSTILE, HOSTILE, "a/b", "..", "c"));
    stage("mortal", List.of("1", "2", "3", "4"));
    http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    http.put("/users/otto", "{\"password\": \"long enough 2\", \"role\": \"operator\"}");
    console = new Console(sluice.httpUrl(), folder.resolve("profile"));
    console.open("/").at("/login");
    console.logIn("admin", sluice.adminPassword()).see(H1, "Overview").hold();
  }

  @AfterAll
  static void stop() {
    console.close();
    sluice.close();
  }

  @BeforeEach
  void stay() {
    if (console.open("/overview.xhtml").has(By.name("password"))) {
      console.logIn("admin", sluice.adminPassword()).see(H1, "Overview");
    }
  }

  @Test
  void a_policy_is_paused_with_a_reason_and_the_notice_offers_to_take_it_back() {
    policy("stopped", GATE, "");
    console.open("/policy.xhtml?name=stopped").click(By.id("pause"));
    console.see(By.id("pauseReason")).sendKeys(HOSTILE);
    console.click(By.id("pauseForm:pauseNow")).see(TOLD, "Paused.").see(STATE, "paused");
    assertThat(newest("policy:stopped").getString("action")).isEqualTo("policy.pause");
    assertThat(newest("policy:stopped").getString("reason")).isEqualTo(HOSTILE);
    assertThat(newest("policy:stopped").getJsonObject("before").getBoolean("paused")).isFalse();
    console.click(By.cssSelector("#told [data-ask=resumeAsk]")).see(By.id("resumeReason"));
    console.click(By.id("resumeForm:resumeNow")).see(STATE, "active");
    assertThat(newest("policy:stopped").getString("action")).isEqualTo("policy.resume");
  }

  @Test
  void a_form_is_left_by_key_and_nothing_is_done() {
    console.open("/policy.xhtml?name=acts").click(By.id("drain"));
    console.see(By.id("drainReason")).sendKeys(Keys.ESCAPE);
    console.unsee(By.id("drainReason"));
    console.click(By.id("drain")).see(By.cssSelector("#drainAsk .warn"), "each (max 1)");
    console.click(By.cssSelector("#drainAsk [data-leave]")).unsee(By.id("drainReason"));
  }

  @Test
  void i_185_and_i_201_counts_are_bounded_and_the_end_tells_what_is_left() {
    policy("shut", SHUT, "");
    stage("shut", IntStream.range(0, 30).mapToObj(i -> "k" + i).toList());
    JsonArrayBuilder later = Json.createArrayBuilder();
    for (int i = 0; i < 20; i++) {
      later.add(
          Json.createObjectBuilder().add("body", "{}").add("notBefore", "2099-01-01T00:00:00Z"));
    }
    assertThat(http.post("/policies/shut/jobs", later.build().toString()).status()).isEqualTo(200);
    Pages pages = new Pages(sluice).logIn("admin", sluice.adminPassword());
    assertThat(admit(pages, "shut", "abc")).contains("1 admitted; 29 remain waiting");
    assertThat(admit(pages, "shut", "-5")).contains("1 admitted; 28 remain waiting");
    console.open("/policy.xhtml?name=shut").click(By.id("drain"));
    console.see(By.id("drainReason")).sendKeys("they must go");
    console.click(By.id("drainForm:drainNow")).see(TOLD, "28 admitted");
    console.see(TOLD, "20 scheduled for later").see(TOLD, "past the limit of 1 partitions: shut");
    JsonObject entry = newest("policy:shut");
    assertThat(entry.getString("action")).isEqualTo("policy.drain");
    assertThat(entry.getJsonObject("after").getInt("admitted")).isEqualTo(28);
  }

  @Test
  void a_form_that_comes_twice_is_done_once_and_told_twice() {
    policy("twice", SHUT, "");
    stage("twice", List.of("1", "2", "3"));
    Pages pages = new Pages(sluice).logIn("otto", "long enough 2");
    Pages.Page page = pages.get("/policy.xhtml?name=twice");
    var form = Pages.form(page, "admit");
    form.put("count", "1");
    form.put("reason", "only one");
    Pages.Page first = pages.post("/policy.xhtml?name=twice", form);
    Pages.Page second = pages.post("/policy.xhtml?name=twice", form);
    assertThat(first.status()).isEqualTo(302);
    assertThat(second.location()).isEqualTo(first.location());
    assertThat(pages.get(told(second)).body()).contains("1 admitted", "done once");
    assertThat(http.get("/policies/twice").object().getInt("inFlight")).isEqualTo(1);
    assertThat(acts("policy:twice")).containsOnlyOnce("policy.admit");
  }

  @Test
  void a_second_tab_is_told_what_happened_meanwhile_and_may_press_again() {
    policy("tabs", GATE, "");
    Pages pages = new Pages(sluice).logIn("otto", "long enough 2");
    Pages.Page tab = pages.get("/policy.xhtml?name=tabs");
    assertThat(http.post("/policies/tabs/pause", "{\"reason\": \"mailer down\"}").status())
        .isEqualTo(200);
    var form = Pages.form(tab, "resume");
    Pages.Page told = pages.post("/policy.xhtml?name=tabs", form);
    assertThat(told.body()).contains("Not done: since this form was shown, admin did policy.pause");
    assertThat(told.body()).contains("mailer down");
    assertThat(http.get("/policies/tabs").object().getBoolean("paused")).isTrue();
    var again = Pages.form(told, "resume");
    assertThat(pages.post("/policy.xhtml?name=tabs", again).status()).isEqualTo(302);
    assertThat(http.get("/policies/tabs").object().getBoolean("paused")).isFalse();
  }

  @Test
  void i_200_a_viewer_sees_no_action_and_a_forged_one_is_refused() {
    Pages pages = new Pages(sluice).logIn("vera", "long enough 1");
    Pages.Page page = pages.get("/policy.xhtml?name=acts");
    assertThat(page.body()).doesNotContain("data-ask").doesNotContain("<dialog");
    String stamp = "00000000-0000-0000-0000-000000000001.0";
    List<String> before = acts("policy:acts");
    for (String ask : List.of("pause", "resume", "admit", "drain", "delete")) {
      var form = Pages.form(page, ask, stamp);
      form.put("reason", "mine");
      form.put("again", "acts");
      assertThat(pages.post("/policy.xhtml?name=acts", form).status()).isEqualTo(403);
    }
    String partition = "/partition.xhtml?policy=acts&source=each&key=c";
    Pages.Page there = pages.get(partition);
    assertThat(there.body()).doesNotContain("data-ask").doesNotContain("<dialog");
    for (String ask : List.of("pause", "resume", "override", "lift")) {
      var form = Pages.form(there, ask, stamp);
      form.put("reason", "mine");
      form.put("limit", "5");
      assertThat(pages.post(partition, form).status()).isEqualTo(403);
    }
    Pages.Page namespaces = pages.get("/namespaces.xhtml");
    var add = Pages.form(namespaces, "add", stamp);
    add.put("added", "veras");
    assertThat(pages.post("/namespaces.xhtml", add).status()).isEqualTo(403);
    assertThat(pages.get("/editor.xhtml?policy=acts").status()).isEqualTo(403);
    assertThat(acts("policy:acts")).isEqualTo(before);
    assertThat(acts("partition:acts/each/c")).isEmpty();
    assertThat(http.get("/namespaces/veras").status()).isEqualTo(404);
  }

  @Test
  void fields_in_a_link_fill_nothing_in() {
    policy("linked", SHUT, "");
    stage("linked", List.of("1", "2", "3"));
    Pages pages = new Pages(sluice).logIn("otto", "long enough 2");
    String link = "/policy.xhtml?name=linked&count=3&paused=even&reason=forged";
    Pages.Page page = pages.get(link);
    var form = Pages.form(page, "admit");
    form.put("count", "1");
    form.put("reason", "own");
    assertThat(pages.post(link, form).status()).isEqualTo(302);
    assertThat(newest("policy:linked").getString("reason")).isEqualTo("own");
    assertThat(http.get("/policies/linked").object().getInt("inFlight")).isEqualTo(1);
  }

  @Test
  void a_partition_gets_a_limit_by_hand_and_loses_it() {
    console.open("/policy.xhtml?name=acts").see(By.id("place"));
    long usual = console.scripts();
    console.click(By.linkText(HOSTILE)).see(H1, HOSTILE).see(By.id("why"));
    assertThat(console.scripts()).isEqualTo(usual);
    assertThat(console.has(By.id("holders"))).isTrue();
    console.click(By.id("override")).see(By.id("overrideLimit")).sendKeys("5");
    console.see(By.id("overrideReason")).sendKeys(HOSTILE);
    console.click(By.id("overrideForm:overrideNow")).see(TOLD, "The limit 5 holds until");
    console.see(By.id("by-hand"), "5");
    assertThat(console.scripts()).isEqualTo(usual);
    String subject = "partition:acts/each/" + HOSTILE;
    assertThat(newest(subject).getString("reason")).isEqualTo(HOSTILE);
    assertThat(newest(subject).getJsonObject("after").getInt("limit")).isEqualTo(5);
    console.click(By.cssSelector("#told [data-ask=liftAsk]")).see(By.id("liftReason"));
    console.click(By.id("liftForm:liftNow")).see(TOLD, "The policy's limit holds again.");
    assertThat(newest(subject).getString("action")).isEqualTo("partition.lift-override");
  }

  @Test
  void b_44_every_key_opens_and_what_makes_no_sense_is_told() {
    for (String key : List.of("a/b", "..", "c", HOSTILE)) {
      console.open("/partition.xhtml?policy=acts&source=each&key=" + URLEncoder.encode(key, UTF_8));
      console.see(H1, key).see(By.id("in-flight"));
    }
    Pages pages = new Pages(sluice).logIn("vera", "long enough 1");
    for (String address :
        List.of(
            "/partition.xhtml?policy=acts&source=none&key=c",
            "/partition.xhtml",
            "/partition.xhtml?policy=%00&source=%00&key=%00",
            "/versions.xhtml?policy=none",
            "/dead.xhtml?policy=none",
            "/namespace.xhtml?name=" + "x".repeat(600))) {
      assertThat(pages.get(address).status()).as(address).isEqualTo(404);
    }
    for (String address :
        List.of(
            "/dead.xhtml?after=zzz_1",
            "/dead.xhtml?policy=mortal&after=%00",
            "/versions.xhtml?policy=acts&from=-1&to=abc&before=1e9",
            "/versions.xhtml?policy=acts&from=7&to=9",
            "/namespaces.xhtml?q=" + "x".repeat(600) + "&after=%00",
            "/policy.xhtml?name=acts&told=" + "x".repeat(36))) {
      assertThat(pages.get(address).status()).as(address).isEqualTo(200);
    }
  }

  @Test
  void a_partition_is_paused_and_resumed() {
    console.open("/partition.xhtml?policy=acts&source=each&key=c").click(By.id("pause"));
    console.see(By.id("pauseReason")).sendKeys("down");
    console.click(By.id("pauseForm:pauseNow")).see(TOLD, "Paused.").see(STATE, "paused");
    console.click(By.id("resume")).see(By.id("resumeReason"));
    console.click(By.id("resumeForm:resumeNow")).see(TOLD, "Resumed");
    assertThat(acts("partition:acts/each/c"))
        .containsExactly("partition.resume", "partition.pause");
  }

  @Test
  void a_namespace_is_added_limited_suspended_and_set_free() {
    console.open("/namespaces.xhtml").click(By.id("add")).see(By.id("addName")).sendKeys(HOSTILE);
    console.click(By.id("addForm:addNow")).see(TOLD, "Added.").see(H1, HOSTILE);
    console.see(By.cssSelector(".badge"), "0 / ∞");
    console.click(By.id("ceiling")).see(By.id("ceilingNumber")).sendKeys("7");
    console.click(By.id("ceilingForm:ceilingNow")).see(By.id("in-force"), "7");
    console.click(By.id("suspend")).see(By.id("suspendReason")).sendKeys("unpaid");
    console.click(By.id("suspendForm:suspendNow")).see(By.cssSelector(".badge"), "suspended");
    console.click(By.id("back")).see(By.id("backReason"));
    console.click(By.id("backForm:backNow")).see(By.id("in-force"), "none");
    assertThat(acts("namespace:" + HOSTILE)).hasSize(4).containsOnly("namespace.ceiling");
    console.open("/namespaces.xhtml?q=SVG").see(By.id("namespaces"), HOSTILE);
    console.open("/namespaces.xhtml?q=%25").see(By.cssSelector(".empty"), "No namespace matches");
  }

  @Test
  void dead_jobs_are_tried_again_and_given_up() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> http.get("/policies/mortal").object().getInt("dead") == 4);
    assertThat(http.post("/policies/mortal/pause", "").status()).isEqualTo(200);
    console.open("/dead.xhtml?policy=mortal").see(By.id("total"), "4 of this policy");
    console.click(By.cssSelector("input[name=job]")).click(By.id("retryChosen"));
    console.see(By.cssSelector("#retryAsk [data-count]"), "1");
    console.click(By.id("retryForm:retryNow")).see(TOLD, "1 wait again.");
    console.click(By.id("giveUpChosen")).see(By.cssSelector("#giveUpAsk [data-count]"), "0");
    console.click(By.id("giveUpForm:giveUpNow")).see(By.cssSelector("#giveUpAsk .fault"), "no job");
    console.click(By.cssSelector("#giveUpAsk [data-leave]"));
    console.click(By.cssSelector("input[name=job]")).click(By.id("giveUpChosen"));
    console.click(By.id("giveUpForm:giveUpNow")).see(TOLD, "1 given up.");
    console.click(By.id("retryAll")).see(By.id("retryAllReason"));
    console.click(By.id("retryAllForm:retryAllNow")).see(TOLD, "2 wait again.");
    assertThat(acts("policy:mortal")).startsWith("policy.retry-dead");
    console.open("/dead.xhtml?policy=mortal").see(By.cssSelector(".empty"), "No dead jobs");
  }

  @Test
  void a_document_is_checked_while_it_is_typed_and_nobody_is_written_over_unseen() {
    policy("edited", GATE, "");
    console.open("/editor.xhtml?policy=edited").see(By.id("good"), "the same as in force");
    console.type(By.id("document"), document("edited", "    max: -1\n"));
    console.see(By.id("faults"), "gates[0].max");
    console.type(By.id("document"), document("edited", "    max: 3\n"));
    console.see(By.id("good"), "Saving makes version 2").see(By.id("flow"), "next tick");
    policy("edited", GATE.replace("1}", "9}"), "");
    console.see(By.id("editReason")).sendKeys("three are enough");
    console.click(By.id("edit:save")).see(TOLD, "admin saved version 2 meanwhile");
    console.see(By.id("theirs"), "gates[each].max");
    assertThat(console.value(By.id("document"))).contains("max: 3");
    assertThat(http.get("/policies/edited").object().getInt("version")).isEqualTo(2);
    console.click(By.id("edit:save")).see(TOLD, "Saved as version 3.").see(H1, "edited");
    JsonObject entry = newest("policy:edited");
    assertThat(entry.getString("reason")).isEqualTo("three are enough");
    assertThat(entry.getJsonObject("before").toString()).contains("\"max\":9");
  }

  @Test
  void a_new_policy_is_made_in_the_editor() {
    console.open("/editor.xhtml").see(By.id("good"), "Saving makes a new policy");
    console.type(By.id("document"), document("edited-new", "    max: 3\n"));
    console.click(By.id("edit:save")).see(TOLD, "Saved as version 1.").see(H1, "edited-new");
  }

  @Test
  void versions_are_compared_and_an_old_one_put_in_force_again() {
    policy("versioned", GATE, "");
    policy("versioned", GATE.replace("1}", "9}"), ", \"lease\": \"PT2M\"");
    console
        .open("/versions.xhtml?policy=versioned")
        .see(By.cssSelector(".diff"), "gates[each].max");
    console.click(By.cssSelector("[data-fill='1']")).see(By.id("backReason")).sendKeys("too many");
    console.click(By.id("backForm:backNow")).see(TOLD, "in force again, as version 3");
    console.see(By.id("versions"), "rolled back to version 1: too many");
    assertThat(http.get("/policies/versioned").object().getJsonObject("document").toString())
        .contains("\"max\":1");
  }

  @Test
  void a_policy_is_deleted_by_its_name_typed_once_more() {
    policy("gone", SHUT, "");
    stage("gone", List.of("1"));
    console.open("/policy.xhtml?name=gone").click(By.id("delete"));
    console.see(By.id("deleteAgain")).sendKeys("gon");
    console.see(By.id("deleteReason")).sendKeys("not needed");
    console.click(By.id("deleteForm:deleteNow")).see(By.cssSelector("#deleteAsk .fault"), "name");
    console.see(By.id("deleteAgain")).sendKeys("e");
    console
        .click(By.id("deleteForm:deleteNow"))
        .see(By.cssSelector("#deleteAsk .fault"), "1 pending");
    console.click(By.cssSelector("#deleteAsk [name=jobs]")).click(By.id("deleteForm:deleteNow"));
    console.at("/overview.xhtml").see(TOLD, "Policy gone is deleted.");
    assertThat(http.get("/policies/gone").status()).isEqualTo(404);
    assertThat(newest("policy:gone").getString("action")).isEqualTo("policy.delete");
  }

  @Test
  void b_45_an_act_after_the_session_is_told_not_done_and_leads_back() {
    policy("ended", GATE, "");
    console.open("/policy.xhtml?name=ended&q=k").click(By.id("pause")).see(By.id("pauseReason"));
    console.loseSession().click(By.id("pauseForm:pauseNow")).at("/login");
    console.see(By.cssSelector("[role=alert]"), "not done");
    console.logIn("admin", sluice.adminPassword()).see(STATE, "active");
    console.at("/policy.xhtml?name=ended&q=k");
    assertThat(acts("policy:ended")).containsExactly("policy.create");
  }

  @Test
  void a_view_state_that_the_server_never_gave_out_does_nothing_and_breaks_nothing() {
    Pages pages = new Pages(sluice).logIn("admin", sluice.adminPassword());
    List<String> before = acts("policy:acts");
    var form = Pages.form(pages.get("/policy.xhtml?name=acts"), "pause");
    for (String state : List.of("stateless", "1:1", "x", "-1:-1", "' or 1=1", "")) {
      form.put("jakarta.faces.ViewState", state);
      Pages.Page answer = pages.post("/policy.xhtml?name=acts", form);
      assertThat(answer.status()).as(state).isBetween(200, 499);
      assertThat(answer.body()).doesNotContain("Exception");
    }
    assertThat(acts("policy:acts")).isEqualTo(before);
  }

  @Test
  void a_login_that_another_site_sends_is_refused() {
    var right = java.util.Map.of("name", "admin", "password", sluice.adminPassword());
    Pages pages = new Pages(sluice);
    assertThat(pages.post("/login", right, "Origin", "http://evil.example").status())
        .isEqualTo(403);
    assertThat(pages.post("/login", right, "Origin", "null").status()).isEqualTo(403);
    assertThat(pages.get("/overview.xhtml").status()).isEqualTo(302);
  }

  private static String admit(Pages pages, String policy, String count) {
    String address = "/policy.xhtml?name=" + policy;
    Pages.Page page = pages.get(address);
    var form = Pages.form(page, "admit");
    form.put("count", count);
    form.put("reason", "they must go");
    return pages.get(told(pages.post(address, form))).body();
  }

  private static String told(Pages.Page answer) {
    assertThat(answer.location()).contains("told=");
    return answer.location().substring(answer.location().indexOf("/policy.xhtml"));
  }

  private static String document(String name, String max) {
    return "policy: "
        + name
        + "\ndestination: work.x\ngates:\n  - name: each\n    type: concurrency\n    key: ${key}\n"
        + max;
  }

  private static JsonObject newest(String subject) {
    return entries(subject).getJsonObject(0);
  }

  private static List<String> acts(String subject) {
    return entries(subject).stream()
        .map(entry -> entry.asJsonObject().getString("action"))
        .toList();
  }

  private static JsonArray entries(String subject) {
    return http.get("/audit?subject=" + URLEncoder.encode(subject, UTF_8))
        .object()
        .getJsonArray("items");
  }

  private static void policy(String name, String gate, String more) {
    Http.Answer answer =
        http.put(
            "/policies/" + name,
            "{\"policy\": \"%s\", \"destination\": \"work.%s\", \"gates\": [%s]%s}"
                .formatted(name, name, gate, more));
    assertThat(answer.status()).isIn(200, 201);
  }

  private static void stage(String policy, List<String> keys) {
    JsonArrayBuilder jobs = Json.createArrayBuilder();
    Stream.of(keys.toArray(String[]::new))
        .forEach(key ->
            jobs.add(
                Json.createObjectBuilder()
                    .add("properties", Json.createObjectBuilder().add("key", key))
                    .add("body", "{}")));
    Http.Answer answer = http.post("/policies/" + policy + "/jobs", jobs.build().toString());
    assertThat(answer.status()).isBetween(200, 299);
  }
}
