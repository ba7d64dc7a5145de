package sluice.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonArrayBuilder;
import java.net.URLEncoder;
import java.nio.file.Path;
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

/** The console's pages in a real browser. */
@ExtendWith(SharedProgram.class)
@Order(1)
class ConsoleIT {
  private static final By POLICIES = By.id("policies");
  private static final By STATE = By.id("state");
  private static final By PLACE = By.id("place");
  private static final By KEYS = By.cssSelector("#partition-table th.key");
  private static final String HOSTILE = "/policy.xhtml?name=hostile";
  private static final List<String> HOSTILE_KEYS =
      List.of(
          "<script>alert(1)</script>",
          "\"><svg onload=alert(1)>",
          "' onmouseover=alert(1)",
          "javascript:alert(1)",
          "#{7*7}",
          "${7*7}",
          "a_b",
          "100%",
          "..",
          "?x=1#y",
          "%2F;+ /");

  @TempDir private static Path folder;
  private static SluiceProcess sluice;
  private static Http http;
  private static Console console;

  @BeforeAll
  static void start(SluiceProcess shared) {
    sluice = shared;
    http = Http.admin(sluice);
    policy(
        "hostile",
        "{\"name\": \"each\", \"type\": \"concurrency\", \"key\": \"${key}\", \"max\": 1}");
    policy(
        "plain", "{\"name\": \"all\", \"type\": \"concurrency\", \"key\": \"${key}\", \"max\": 1}");
    stage("hostile", HOSTILE_KEYS);
    List<String> many = IntStream.range(0, 60).mapToObj(i -> "k" + i).toList();
    stage("plain", many);
    stage("plain", many);
    http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    console = new Console(sluice.httpUrl(), folder);
  }

  @AfterAll
  static void stop() {
    console.close();
  }

  @BeforeEach
  void comeAsAStranger() {
    console.forget();
  }

  @Test
  void a_wrong_password_is_told_and_the_right_one_leads_to_the_page_asked_for() {
    console.open("/policy.xhtml?name=plain").at("/login");
    console.logIn("admin", "wrong").see(By.cssSelector("[role=alert]"), "wrong");
    console.logIn("admin", sluice.adminPassword()).see(By.tagName("h1"), "plain");
    console.at("/policy.xhtml?name=plain");
  }

  @Test
  void after_logging_out_pages_ask_for_a_login() {
    logIn().click(By.cssSelector("form[action$=logout] button")).at("/login");
    console.open("/overview.xhtml").at("/login");
  }

  @Test
  void the_overview_shows_every_policy_with_its_figures() {
    logIn();
    console.see(POLICIES);
    console.see(row("plain", "In flight"), "60").see(row("plain", "Pending"), "60");
    console.see(row("plain", "State"), "active");
    console.click(By.linkText("hostile")).see(By.tagName("h1"), "hostile");
  }

  @Test
  void hostile_keys_are_text_and_open_by_a_search_for_them() {
    logIn().hold().open("/policy.xhtml?name=plain").see(PLACE);
    long usual = console.scripts();
    console.open(HOSTILE).see(PLACE, "11 partitions");
    assertThat(console.scripts()).isEqualTo(usual);
    assertThat(console.texts(KEYS)).containsExactlyInAnyOrderElementsOf(HOSTILE_KEYS);
    for (String key : HOSTILE_KEYS) {
      console.open(HOSTILE + "&source=each&q=" + URLEncoder.encode(key, UTF_8));
      console.see(PLACE, "1 partition");
      assertThat(console.texts(KEYS)).containsExactly(key);
      assertThat(console.scripts()).isEqualTo(usual);
    }
  }

  @Test
  void wild_cards_in_a_search_are_literal() {
    logIn().open(HOSTILE + "&q=_").see(PLACE, "1 partition");
    assertThat(console.texts(KEYS)).containsExactly("a_b");
  }

  @Test
  void forged_parameters_give_a_first_page() {
    logIn();
    for (String forged :
        List.of(
            "page=-1&sort=id;drop%20table%20x&dir=sideways&size=1000000",
            "page=abc",
            "page=1.5",
            "page=99999999999999999999",
            "q=%00",
            "q=" + "x".repeat(2_000))) {
      console.open("/policy.xhtml?name=plain&" + forged).see(PLACE, "Page 1 of 3, 60 partitions");
      assertThat(console.texts(KEYS)).hasSize(25);
    }
    console.open("/policy.xhtml?name=plain&page=9").see(PLACE, "Page 3 of 3");
    assertThat(console.texts(KEYS)).hasSize(10);
  }

  @Test
  void a_policy_is_paused_and_resumed_with_a_reason() {
    policy("stopped", "{\"name\": \"all\", \"type\": \"concurrency\", \"max\": 1}");
    logIn().open("/policy.xhtml?name=stopped").click(By.id("pause"));
    console.see(By.id("pauseReason")).sendKeys("the mailer is down");
    console.click(By.id("pauseForm:pauseNow")).see(STATE, "paused");
    console.see(By.id("told"), "Paused.");
    assertThat(http.get("/policies/stopped").object().getBoolean("paused")).isTrue();
    console.click(By.id("resume")).see(By.id("resumeReason"));
    console.click(By.id("resumeForm:resumeNow")).see(STATE, "active");
    assertThat(http.get("/policies/stopped").object().getBoolean("paused")).isFalse();
  }

  @Test
  void a_role_that_was_lost_meanwhile_is_told_and_nothing_is_done() {
    http.put("/users/olga", "{\"password\": \"long enough 2\", \"role\": \"operator\"}");
    console.open("/policy.xhtml?name=plain").logIn("olga", "long enough 2").click(By.id("pause"));
    console.see(By.id("pauseForm:pauseNow"));
    http.put("/users/olga", "{\"role\": \"viewer\"}");
    console.click(By.id("pauseForm:pauseNow")).see(By.id("told"), "Not done");
    assertThat(http.get("/policies/plain").object().getBoolean("paused")).isFalse();
  }

  @Test
  void viewers_are_not_offered_to_pause() {
    console.open("/policy.xhtml?name=plain").logIn("vera", "long enough 1").see(STATE);
    assertThat(console.has(By.id("pause"))).isFalse();
    assertThat(console.has(By.id("pauseForm"))).isFalse();
  }

  @Test
  void an_unknown_policy_is_told_with_a_way_back() {
    logIn().open("/policy.xhtml?name=%3Cscript%3E").see(By.id("unknown"), "<script>");
    console.click(By.linkText("All policies")).see(POLICIES);
  }

  @Test
  void a_button_pressed_after_the_session_leads_to_the_login_and_back() {
    logIn().hold().open("/policy.xhtml?name=plain&q=k5").click(By.id("pause"));
    console.see(By.id("pauseForm:pauseNow"));
    console.loseSession().click(By.id("pauseForm:pauseNow")).at("/login");
    console.see(By.cssSelector("[role=alert]"), "not done");
    console.logIn("admin", sluice.adminPassword()).see(STATE, "active");
    console.at("/policy.xhtml?name=plain&q=k5");
  }

  private Console logIn() {
    console.open("/").at("/login");
    return console.logIn("admin", sluice.adminPassword()).see(By.tagName("h1"), "Overview");
  }

  private static By row(String policy, String label) {
    return By.xpath(
        "//table[@id='policies']//tr[th/a='%s']/td[@data-label='%s']".formatted(policy, label));
  }

  private static void policy(String name, String gate) {
    Http.Answer answer =
        http.put(
            "/policies/" + name,
            "{\"policy\": \"%s\", \"destination\": \"work.%s\", \"gates\": [%s]}"
                .formatted(name, name, gate));
    assertThat(answer.status()).isIn(200, 201);
  }

  private static void stage(String policy, List<String> keys) {
    JsonArrayBuilder jobs = Json.createArrayBuilder();
    keys.forEach(key ->
        jobs.add(
            Json.createObjectBuilder()
                .add("properties", Json.createObjectBuilder().add("key", key))
                .add("body", "{}")));
    Http.Answer answer = http.post("/policies/" + policy + "/jobs", jobs.build().toString());
    assertThat(answer.status()).isBetween(200, 299);
  }
}
