package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What comes to the console's forms that no single person at a browser sends. */
@ExtendWith(SharedProgram.class)
@Order(1)
class FormsIT {
  private static Subjects on;

  @BeforeAll
  static void start(SluiceProcess shared) {
    on = new Subjects(shared);
  }

  @Test
  void a_form_that_comes_twice_is_done_once_and_told_twice() {
    on.policy("pressed", Subjects.SHUT, "");
    on.stage("pressed", List.of("1", "2", "3"));
    Pages pages = on.pages("otto", "long enough 2");
    Pages.Page page = pages.get("/policy.xhtml?name=pressed");
    var form = Pages.form(page, "admit");
    form.put("count", "1");
    form.put("reason", "only one");
    Pages.Page first = pages.post("/policy.xhtml?name=pressed", form);
    Pages.Page second = pages.post("/policy.xhtml?name=pressed", form);
    assertThat(first.status()).isEqualTo(302);
    assertThat(second.location()).isEqualTo(first.location());
    assertThat(pages.get(second.told()).body()).contains("1 admitted", "done once");
    assertThat(on.http().get("/policies/pressed").object().getInt("inFlight")).isEqualTo(1);
    assertThat(on.acts("policy:pressed")).containsOnlyOnce("policy.admit");
  }

  @Test
  void a_second_tab_is_told_what_happened_meanwhile_and_may_press_again() {
    on.policy("tabs", Subjects.GATE, "");
    Pages pages = on.pages("otto", "long enough 2");
    Pages.Page tab = pages.get("/policy.xhtml?name=tabs");
    assertThat(on.http().post("/policies/tabs/pause", "{\"reason\": \"mailer down\"}").status())
        .isEqualTo(200);
    var form = Pages.form(tab, "resume");
    Pages.Page told = pages.post("/policy.xhtml?name=tabs", form);
    assertThat(told.body()).contains("Not done: since this form was shown, admin did policy.pause");
    assertThat(told.body()).contains("mailer down");
    assertThat(on.http().get("/policies/tabs").object().getBoolean("paused")).isTrue();
    var again = Pages.form(told, "resume");
    assertThat(pages.post("/policy.xhtml?name=tabs", again).status()).isEqualTo(302);
    assertThat(on.http().get("/policies/tabs").object().getBoolean("paused")).isFalse();
  }

  @Test
  void i_200_a_viewer_sees_no_action_and_a_forged_one_is_refused() {
    on.policy("viewed", Subjects.GATE, "");
    on.stage("viewed", List.of("c"));
    Pages pages = on.pages("vera", "long enough 1");
    Pages.Page page = pages.get("/policy.xhtml?name=viewed");
    assertThat(page.body()).doesNotContain("data-ask").doesNotContain("<dialog");
    String stamp = "00000000-0000-0000-0000-000000000001.0";
    List<String> before = on.acts("policy:viewed");
    for (String ask : List.of("pause", "resume", "admit", "drain", "delete")) {
      var form = Pages.form(page, ask, stamp);
      form.put("reason", "mine");
      form.put("again", "viewed");
      assertThat(pages.post("/policy.xhtml?name=viewed", form).status()).isEqualTo(403);
    }
    String partition = "/partition.xhtml?policy=viewed&source=each&key=c";
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
    assertThat(pages.get("/editor.xhtml?policy=viewed").status()).isEqualTo(403);
    assertThat(on.acts("policy:viewed")).isEqualTo(before);
    assertThat(on.acts("partition:viewed/each/c")).isEmpty();
    assertThat(on.http().get("/namespaces/veras").status()).isEqualTo(404);
  }

  @Test
  void b_45_a_form_of_a_tab_long_behind_is_done_or_clearly_not() {
    on.policy("behind", Subjects.GATE, "");
    Pages pages = on.pages();
    Pages.Page first = pages.get("/policy.xhtml?name=behind");
    for (int tab = 0; tab < 40; tab++) {
      assertThat(pages.get("/policy.xhtml?name=behind").status()).isEqualTo(200);
    }
    Pages.Page answer = pages.post("/policy.xhtml?name=behind", Pages.form(first, "pause"));
    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.location()).containsAnyOf("told=", "notice=anew");
    assertThat(on.http().get("/policies/behind").object().getBoolean("paused"))
        .isEqualTo(answer.location().contains("told="));
  }

  @Test
  void b_45_after_logging_out_in_one_tab_another_does_nothing() {
    on.policy("left", Subjects.GATE, "");
    Pages pages = on.pages();
    Pages.Page other = pages.get("/policy.xhtml?name=left");
    assertThat(pages.post("/logout", Map.of()).location()).contains("/login");
    Pages.Page answer = pages.post("/policy.xhtml?name=left", Pages.form(other, "pause"));
    assertThat(answer.status()).isEqualTo(302);
    assertThat(answer.location()).contains("/login");
    assertThat(on.http().get("/policies/left").object().getBoolean("paused")).isFalse();
  }

  @Test
  void fields_in_a_link_fill_nothing_in() {
    on.policy("linked", Subjects.SHUT, "");
    on.stage("linked", List.of("1", "2", "3"));
    Pages pages = on.pages("otto", "long enough 2");
    String link = "/policy.xhtml?name=linked&count=3&paused=even&reason=forged";
    Pages.Page page = pages.get(link);
    var form = Pages.form(page, "admit");
    form.put("count", "1");
    form.put("reason", "own");
    assertThat(pages.post(link, form).status()).isEqualTo(302);
    assertThat(on.newest("policy:linked").getString("reason")).isEqualTo("own");
    assertThat(on.http().get("/policies/linked").object().getInt("inFlight")).isEqualTo(1);
  }

  @Test
  void a_view_state_that_the_server_never_gave_out_does_nothing_and_breaks_nothing() {
    on.policy("stated", Subjects.GATE, "");
    Pages pages = on.pages();
    List<String> before = on.acts("policy:stated");
    var form = Pages.form(pages.get("/policy.xhtml?name=stated"), "pause");
    for (String state : List.of("stateless", "1:1", "x", "-1:-1", "' or 1=1", "")) {
      form.put("jakarta.faces.ViewState", state);
      Pages.Page answer = pages.post("/policy.xhtml?name=stated", form);
      assertThat(answer.status()).as(state).isBetween(200, 499);
      assertThat(answer.body()).doesNotContain("Exception");
    }
    assertThat(on.acts("policy:stated")).isEqualTo(before);
  }

  @Test
  void a_login_that_another_site_sends_is_refused() {
    var right = Map.of("name", "admin", "password", on.sluice().adminPassword());
    Pages pages = new Pages(on.sluice());
    assertThat(pages.post("/login", right, "Origin", "http://evil.example").status())
        .isEqualTo(403);
    assertThat(pages.post("/login", right, "Origin", "null").status()).isEqualTo(403);
    assertThat(pages.get("/overview.xhtml").status()).isEqualTo(302);
  }
}
