package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** Badges of namespaces in a browser, with a stream of events whose every word the test says. */
class BadgesIT {
  private static final Duration WAIT = Duration.ofSeconds(30);
  private static final By ACME = By.id("acme");
  private static final String PAGE =
      """
      <!DOCTYPE html><html><body><span id="acme" data-namespace="acme">-</span><span id="calm" data-namespace="calm">-</span>
      <script>
        window.calls = []; window.streams = []; window.down = false; window.writes = 0;
        window.fetch = (address, options) => {
          calls.push({ at: performance.now(), last: options.headers["Last-Event-ID"] ?? "none" });
          if (down) return Promise.reject(new TypeError("down"));
          const body = new ReadableStream({ start: control => streams.push(control) });
          return Promise.resolve(new Response(body, { headers: { "Content-Type": "text/event-stream" } }));
        };
        window.say = text => streams.at(-1).enqueue(new TextEncoder().encode(text + "\\n\\n"));
        new MutationObserver(seen => { writes += seen.length; }).observe(document.getElementById("acme"), { childList: true, characterData: true, subtree: true });
      </script><script src="events.js"></script></body></html>
      """;

  @TempDir static Path folder;
  private static Console browser;

  @BeforeAll
  static void start() throws IOException {
    Files.writeString(folder.resolve("page.html"), PAGE);
    Files.copy(
        SluiceProcess.root().resolve("web/src/main/webapp/resources/sluice/events.js"),
        folder.resolve("events.js"));
    browser = new Console(folder.toUri().toString(), folder.resolve("browser"));
  }

  @AfterAll
  static void stop() {
    browser.close();
  }

  @BeforeEach
  void opened() {
    browser.open("page.html");
    await().atMost(WAIT).until(() -> number("streams.length") == 1);
  }

  private static long number(String expression) {
    return ((Number) browser.script("return " + expression)).longValue();
  }

  private static void say(String text) {
    browser.run("say(`" + text + "`)");
  }

  private static void snapshot(long seq, int cadenceMs, String figures) {
    say(
        "event: snapshot\ndata: {\"seq\":%d,\"cadenceMs\":%d,\"namespaces\":[{\"namespace\":\"acme\",%s}],\"policies\":[]}"
            .formatted(seq, cadenceMs, figures));
  }

  private static void quota(long seq, String namespace, int inFlight, int ceiling) {
    say(
        "id: %d\nevent: NamespaceQuotaState\ndata: {\"namespace\":\"%s\",\"inFlight\":%d,\"ceiling\":%d}"
            .formatted(seq, namespace, inFlight, ceiling));
  }

  @Test
  void i_258_and_i_259_a_badge_says_what_is_and_writes_only_what_changed() {
    assertThat(browser.texts(ACME)).containsExactly("-");
    snapshot(5, 60_000, "\"inFlight\":7,\"ceiling\":8");
    browser.see(ACME, "7 / 8");
    long writes = number("writes");
    quota(6, "acme", 7, 8);
    quota(7, "unlisted", 1, 2);
    quota(8, "acme", 8, 8);
    browser.see(By.cssSelector("#acme.throttled"), "8 / 8 throttled");
    assertThat(number("writes") - writes).as("the equal value writes nothing").isEqualTo(1);
    assertThat(number("document.querySelectorAll('[data-namespace]').length")).isEqualTo(2);
    assertThat(browser.texts(By.id("calm"))).as("nothing known of it").containsExactly("-");
    quota(9, "acme", 0, 0);
    browser.see(By.cssSelector("#acme.suspended"), "0 / 0 suspended");
    assertThat(browser.has(By.cssSelector("#acme.throttled"))).isFalse();
  }

  @Test
  void figures_of_which_nothing_was_heard_for_three_cadences_are_grey_until_something_is() {
    snapshot(5, 2_000, "\"inFlight\":7,\"ceiling\":8");
    browser.see(By.cssSelector("#acme:not(.stale)"), "7 / 8");
    browser.see(By.cssSelector("#acme.stale"), "7 / 8");
    say(": sampled 1");
    browser.see(By.cssSelector("#acme:not(.stale)"), "7 / 8");
  }

  @Test
  void i_254_and_i_255_a_gap_ends_the_stream_and_a_snapshot_with_lower_numbers_is_taken() {
    snapshot(100, 60_000, "\"inFlight\":7,\"ceiling\":8");
    browser.see(ACME, "7 / 8");
    quota(99, "acme", 1, 8);
    quota(102, "acme", 2, 8);
    await().atMost(WAIT).until(() -> number("streams.length") == 2);
    assertThat(browser.texts(ACME))
        .as("neither the old nor what came after a gap")
        .containsExactly("7 / 8");
    assertThat(browser.script("return calls.at(-1).last")).isEqualTo("none");
    snapshot(0, 60_000, "\"inFlight\":3,\"ceiling\":8");
    quota(1, "acme", 4, 8);
    browser.see(ACME, "4 / 8");
    browser.run("streams.at(-1).close()");
    await().atMost(WAIT).until(() -> number("streams.length") == 3);
    assertThat(browser.script("return calls.at(-1).last")).as("goes on").isEqualTo("1");
  }

  @Test
  void i_256_it_comes_again_after_longer_and_longer_and_then_says_that_it_is_disconnected() {
    snapshot(5, 60_000, "\"inFlight\":7,\"ceiling\":8");
    browser.see(ACME, "7 / 8");
    browser.run("down = true; streams.at(-1).close()");
    browser.see(By.cssSelector("html[data-events=disconnected] #acme"));
    assertThat(number("calls.length")).isEqualTo(6);
    List<Integer> delays = List.of(500, 1_000, 2_000, 4_000);
    for (int i = 0; i < delays.size(); i++) {
      long passed = number("calls[%d].at - calls[%d].at".formatted(i + 2, i + 1));
      assertThat(passed).as("try %d", i + 2).isGreaterThanOrEqualTo(delays.get(i) - 20);
    }
    assertThat(browser.texts(ACME)).as("the last figures stay").containsExactly("7 / 8");
  }
}
