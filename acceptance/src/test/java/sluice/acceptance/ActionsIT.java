package sluice.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;

/** What people do in the console, in a real browser, one for all. */
@ExtendWith(SharedProgram.class)
@Order(1)
class ActionsIT {
  private static final By TOLD = By.id("told");
  private static final By STATE = By.id("state");
  private static final By H1 = By.tagName("h1");
  private static final String HOSTILE = "\"><svg onload=alert(1)>'#{7*7}${7*7}</script>";

  @TempDir private static Path folder;
  private static Subjects on;
  private static Console console;

  @BeforeAll
  static void start(SluiceProcess shared) {
    on = new Subjects(shared);
    on.policy("acts", Subjects.GATE, "");
    on.policy("mortal", Subjects.GATE, ", \"lease\": \"PT1S\", \"retry\": {\"maxAttempts\": 1}");
    on.stage("acts", List.of(HOSTILE, HOSTILE, "a/b", "..", "c"));
    on.stage("mortal", List.of("1", "2", "3", "4"));
    console = new Console(on.sluice().httpUrl(), folder.resolve("profile"));
    console.open("/").at("/login");
    console.logIn("admin", on.sluice().adminPassword()).see(H1, "Overview").hold();
  }

  @AfterAll
  static void stop() {
    console.close();
  }

  @BeforeEach
  void stay() {
    if (console.open("/overview.xhtml").has(By.name("password"))) {
      console.logIn("admin", on.sluice().adminPassword()).see(H1, "Overview");
    }
  }

  @Test
  void a_policy_is_paused_with_a_reason_and_the_notice_offers_to_take_it_back() {
    on.policy("halted", Subjects.GATE, "");
    console.open("/policy.xhtml?name=halted").click(By.id("pause"));
    console.see(By.id("pauseReason")).sendKeys(HOSTILE);
    console.click(By.id("pauseForm:pauseNow")).see(TOLD, "Paused.").see(STATE, "paused");
    assertThat(on.newest("policy:halted").getString("action")).isEqualTo("policy.pause");
    assertThat(on.newest("policy:halted").getString("reason")).isEqualTo(HOSTILE);
    assertThat(on.newest("policy:halted").getJsonObject("before").getBoolean("paused")).isFalse();
    console.click(By.cssSelector("#told [data-ask=resumeAsk]")).see(By.id("resumeReason"));
    console.click(By.id("resumeForm:resumeNow")).see(STATE, "active");
    assertThat(on.newest("policy:halted").getString("action")).isEqualTo("policy.resume");
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
    on.policy("shut", Subjects.SHUT, "");
    on.stage("shut", IntStream.range(0, 30).mapToObj(i -> "k" + i).toList());
    JsonArrayBuilder later = Json.createArrayBuilder();
    for (int i = 0; i < 20; i++) {
      later.add(
          Json.createObjectBuilder().add("body", "{}").add("notBefore", "2099-01-01T00:00:00Z"));
    }
    assertThat(on.http().post("/policies/shut/jobs", later.build().toString()).status())
        .isEqualTo(200);
    Pages pages = on.pages();
    assertThat(admit(pages, "shut", "abc")).contains("1 admitted; 29 remain waiting");
    assertThat(admit(pages, "shut", "-5")).contains("1 admitted; 28 remain waiting");
    console.open("/policy.xhtml?name=shut");
    console.see(By.cssSelector(".figures"), "28 eligible · 20 scheduled");
    console.click(By.id("drain"));
    console.see(By.id("drainReason")).sendKeys("they must go");
    console.click(By.id("drainForm:drainNow")).see(TOLD, "28 admitted");
    console.see(TOLD, "20 scheduled for later").see(TOLD, "past the limit of 1 partitions: shut");
    JsonObject entry = on.newest("policy:shut");
    assertThat(entry.getString("action")).isEqualTo("policy.drain");
    assertThat(entry.getJsonObject("after").getInt("admitted")).isEqualTo(28);
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
    assertThat(on.newest(subject).getString("reason")).isEqualTo(HOSTILE);
    assertThat(on.newest(subject).getJsonObject("after").getInt("limit")).isEqualTo(5);
    console.click(By.cssSelector("#told [data-ask=liftAsk]")).see(By.id("liftReason"));
    console.click(By.id("liftForm:liftNow")).see(TOLD, "The policy's limit holds again.");
    assertThat(on.newest(subject).getString("action")).isEqualTo("partition.lift-override");
  }

  @Test
  void b_44_every_key_opens_and_what_makes_no_sense_is_told() {
    for (String key : List.of("a/b", "..", "c", HOSTILE)) {
      console.open("/partition.xhtml?policy=acts&source=each&key=" + URLEncoder.encode(key, UTF_8));
      console.see(H1, key).see(By.id("in-flight"));
    }
    Pages pages = on.pages("vera", "long enough 1");
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
    assertThat(on.acts("partition:acts/each/c"))
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
    assertThat(on.acts("namespace:" + HOSTILE)).hasSize(4).containsOnly("namespace.ceiling");
    console.open("/namespaces.xhtml?q=SVG").see(By.id("namespaces"), HOSTILE);
    console
        .open("/namespaces.xhtml?q=%25%25")
        .see(By.cssSelector(".empty"), "No namespace matches");
  }

  @Test
  void dead_jobs_are_tried_again_and_given_up() {
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> on.http().get("/policies/mortal").object().getInt("dead") == 4);
    assertThat(on.http().post("/policies/mortal/pause", "").status()).isEqualTo(200);
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
    assertThat(on.acts("policy:mortal")).startsWith("policy.retry-dead");
    console.open("/dead.xhtml?policy=mortal").see(By.cssSelector(".empty"), "No dead jobs");
  }

  @Test
  void a_document_is_checked_while_it_is_typed_and_nobody_is_written_over_unseen() {
    on.policy("edited", Subjects.GATE, "");
    console.open("/editor.xhtml?policy=edited").see(By.id("good"), "the same as in force");
    console.type(By.id("document"), document("edited", "    max: -1\n"));
    console.see(By.id("faults"), "gates[0].max");
    console.type(By.id("document"), document("edited", "    max: 3\n"));
    console.see(By.id("good"), "Saving makes version 2").see(By.id("flow"), "next tick");
    on.policy("edited", Subjects.GATE.replace("1}", "9}"), "");
    console.see(By.id("editReason")).sendKeys("three are enough");
    console.click(By.id("edit:save")).see(TOLD, "admin saved version 2 meanwhile");
    console.see(By.id("theirs"), "gates[each].max");
    assertThat(console.value(By.id("document"))).contains("max: 3");
    assertThat(on.http().get("/policies/edited").object().getInt("version")).isEqualTo(2);
    console.click(By.id("edit:save")).see(TOLD, "Saved as version 3.").see(H1, "edited");
    JsonObject entry = on.newest("policy:edited");
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
    on.policy("versioned", Subjects.GATE, "");
    on.policy("versioned", Subjects.GATE.replace("1}", "9}"), ", \"lease\": \"PT2M\"");
    console
        .open("/versions.xhtml?policy=versioned")
        .see(By.cssSelector(".diff"), "gates[each].max");
    console.click(By.cssSelector("[data-fill='1']")).see(By.id("backReason")).sendKeys("too many");
    console.click(By.id("backForm:backNow")).see(TOLD, "in force again, as version 3");
    console.see(By.id("versions"), "rolled back to version 1: too many");
    assertThat(on.http().get("/policies/versioned").object().getJsonObject("document").toString())
        .contains("\"max\":1");
  }

  @Test
  void a_policy_is_deleted_by_its_name_typed_once_more() {
    on.policy("gone", Subjects.SHUT, "");
    on.stage("gone", List.of("1"));
    console.open("/policy.xhtml?name=gone").click(By.id("delete"));
    console.see(By.id("deleteAgain")).sendKeys("gon");
    console.see(By.id("deleteReason")).sendKeys("not needed");
    console.click(By.id("deleteForm:deleteNow")).see(By.cssSelector("#deleteAsk .fault"), "name");
    console.type(By.id("deleteAgain"), "gone");
    console
        .click(By.id("deleteForm:deleteNow"))
        .see(By.cssSelector("#deleteAsk .fault"), "1 pending");
    console.click(By.cssSelector("#deleteAsk [name=jobs]")).click(By.id("deleteForm:deleteNow"));
    console.at("/overview.xhtml").see(TOLD, "Policy gone is deleted.");
    assertThat(on.http().get("/policies/gone").status()).isEqualTo(404);
    assertThat(on.newest("policy:gone").getString("action")).isEqualTo("policy.delete");
  }

  @Test
  void b_45_an_act_after_the_session_is_told_not_done_and_leads_back() {
    on.policy("ended", Subjects.GATE, "");
    console.open("/policy.xhtml?name=ended&q=k").click(By.id("pause")).see(By.id("pauseReason"));
    console.loseSession().click(By.id("pauseForm:pauseNow")).at("/login");
    console.see(By.cssSelector("[role=alert]"), "not done");
    console.logIn("admin", on.sluice().adminPassword()).see(STATE, "active");
    console.at("/policy.xhtml?name=ended&q=k");
    assertThat(on.acts("policy:ended")).containsExactly("policy.create");
  }

  @Test
  void b_45_a_page_that_refreshes_itself_after_the_session_leads_to_the_login_and_back() {
    console.open("/policy.xhtml?name=acts&q=c").see(By.id("place"));
    console.loseSession().run("localStorage.setItem('sluice.refresh', '2'); location.reload()");
    console.at("/login");
    console.logIn("admin", on.sluice().adminPassword()).see(By.id("place"));
    console.at("/policy.xhtml?name=acts&q=c").loseSession().at("/login");
    console.logIn("admin", on.sluice().adminPassword()).see(By.id("place")).isDisplayed();
    console.hold();
  }

  @Test
  void b_49_newcomers_of_a_paused_policy_are_shown_as_paused_and_go_when_it_is_resumed() {
    on.policy("outage", Subjects.GATE, "");
    on.http().post("/policies/outage/pause", "{\"reason\": \"outage\"}");
    on.stage("outage", List.of("a", "new", "new"));
    console.open("/policy.xhtml?name=outage").see(By.id("waiting"));
    assertThat(console.texts(By.cssSelector("#waiting td[data-label='Next tick'] .state")))
        .hasSize(3)
        .containsOnly("paused");
    assertThat(console.texts(By.cssSelector("#partition-table td[data-label=State]")))
        .hasSize(2)
        .containsOnly("paused");
    console.open("/partition.xhtml?policy=outage&source=each&key=new").see(STATE, "paused");
    on.http().post("/policies/outage/resume", "{}");
    await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> on.http().get("/policies/outage").object().getInt("inFlight") == 2);
    console.open("/policy.xhtml?name=outage").see(By.id("waiting"), "concurrency limit reached");
    console.see(By.id("waiting"), "each new");
  }

  private static String admit(Pages pages, String policy, String count) {
    String address = "/policy.xhtml?name=" + policy;
    Pages.Page page = pages.get(address);
    var form = Pages.form(page, "admit");
    form.put("count", count);
    form.put("reason", "they must go");
    return pages.get(pages.post(address, form).told()).body();
  }

  private static String document(String name, String max) {
    return "policy: "
        + name
        + "\ndestination: work.x\ngates:\n  - name: each\n    type: concurrency\n    key: ${key}\n"
        + max;
  }
}
