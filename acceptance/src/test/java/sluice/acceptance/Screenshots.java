package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/**
 * Pictures of the console's pages for the documents; run by {@code ./sluice screenshots}, no test
 * of its own accord. Shows the demo, some of whose jobs wait, fail and die.
 */
class Screenshots {
  private static final int LARGEST = 200_000;
  private static final int WIDTH = 1280;
  private static final int TALLEST = 1_150;

  @TempDir private Path folder;

  private Path target;
  private Http http;

  /**
   * A picture.
   *
   * @param name of its file
   * @param address of its page
   * @param tallest how high it may be
   */
  private record Shot(String name, String address, int tallest) {}

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void of_every_page() throws IOException {
    target = SluiceProcess.root().resolve("docs/screenshots");
    Files.createDirectories(target);
    try (SluiceProcess sluice = SluiceProcess.demo(folder.resolve("data"));
        Console console = new Console(sluice.httpUrl(), folder.resolve("profile"))) {
      http = Http.admin(sluice);
      prepare(http);
      console.frame(WIDTH, 420).open("/").see(By.name("password"));
      frame(console, WIDTH, new Shot("login", "", 420));
      console.logIn("admin", sluice.adminPassword()).see(By.tagName("h1"), "Overview");
      console.hold();
      for (Shot shot : shots(http)) {
        take(console, shot);
      }
      takeEditor(console);
      takeOthers(console);
    }
  }

  private static void prepare(Http http) {
    http.put("/namespaces/globex", "{\"maxInFlight\": 0, \"reason\": \"bills are open\"}");
    http.put(
        "/policies/reports",
        """
        {"policy": "reports", "destination": "work.reports", "gates": [
          {"name": "per-tenant", "type": "concurrency", "key": "${tenant}", "max": 2}]}\
        """);
    http.put("/namespaces/acme", "{\"maxInFlight\": 40, \"reason\": \"their contract\"}");
    http.put(
        "/policies/reports",
        """
        {"policy": "reports", "destination": "work.reports", "gates": [
          {"name": "per-tenant", "type": "concurrency", "key": "${tenant}", "max": 3}], "retry": {"maxAttempts": 3}}\
        """);
    http.post(
        "/policies/reports/jobs",
        """
        [{"namespace": "acme", "properties": {"tenant": "acme"}, "body": "{}"},
         {"namespace": "acme", "properties": {"tenant": "acme"}, "body": "{}"},
         {"namespace": "acme", "properties": {"tenant": "acme"}, "body": "{}"},
         {"namespace": "acme", "properties": {"tenant": "acme", "month": "2026-11"}, "jobKey": "report-17", "body": "{}"}]\
        """);
    await()
        .atMost(Duration.ofMinutes(6))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> enough(http.get("/stats").object().getJsonObject("totals")));
  }

  private static boolean enough(JsonObject totals) {
    return totals.getInt("finished") > 2_500;
  }

  private static List<Shot> shots(Http http) {
    return List.of(
        new Shot("overview", "/overview.xhtml", 1_420),
        new Shot("policy", "/policy.xhtml?name=cluster-tenants", TALLEST),
        new Shot(
            "policy-partitions",
            "/policy.xhtml?name=cluster-tenants&sort=inFlight&dir=desc&watch=per-user%2Fu01&watch=per-user%2Fu05#watched-head",
            TALLEST),
        new Shot("policy-waiting", "/policy.xhtml?name=cluster-fair#waiting-head", 700),
        new Shot(
            "partition",
            "/partition.xhtml?policy=cluster-tenants&source=per-user&key=u01",
            TALLEST),
        new Shot("jobs", "/jobs.xhtml?state=admitted", 800),
        new Shot(
            "job", "/job.xhtml?id=" + first(http, "/jobs?state=pending&policy=reports"), TALLEST),
        new Shot("batches", "/batches.xhtml", 900),
        new Shot("audit", "/audit.xhtml", 900),
        new Shot("nodes", "/nodes.xhtml", TALLEST),
        new Shot("namespaces", "/namespaces.xhtml", 900),
        new Shot("namespace", "/namespace.xhtml?name=acme", TALLEST),
        new Shot("dead", "/dead.xhtml", 900),
        new Shot("versions", "/versions.xhtml?policy=reports", TALLEST));
  }

  private static String first(Http http, String jobs) {
    return http.get(jobs).object().getJsonArray("items").getJsonObject(0).getString("id");
  }

  private void take(Console console, Shot shot) throws IOException {
    console.frame(WIDTH, 800).open(shot.address()).see(By.tagName("h1"));
    frame(console, WIDTH, shot);
  }

  /** As high as the page, but no higher than asked for; what the address points at is on top. */
  private void frame(Console console, int width, Shot shot) throws IOException {
    Object height = console.script("return document.documentElement.scrollHeight");
    console.frame(width, Math.clamp(((Number) height).intValue(), 400, shot.tallest()));
    console.run(
        "const at = document.getElementById(location.hash.slice(1)); if (at) at.scrollIntoView()");
    byte[] picture = console.picture();
    Path file = target.resolve(shot.name() + ".png");
    assertThat(picture.length).as(file.toString()).isLessThan(LARGEST);
    Files.write(file, picture);
  }

  /** The editor with a change that it foretells the effect of. */
  private void takeEditor(Console console) throws IOException {
    console.frame(WIDTH, 640).open("/editor.xhtml?policy=reports").see(By.id("good"));
    console.run(
        """
        const text = document.querySelector('textarea');
        text.value = text.value.replace('max: 3', 'max: 1');
        text.dispatchEvent(new Event('input', {bubbles: true}));\
        """);
    console.see(By.id("flow"));
    frame(console, WIDTH, new Shot("editor", "", 640));
  }

  private void takeOthers(Console console) throws IOException {
    console.frame(420, 900).open("/policy.xhtml?name=cluster-tenants").see(By.tagName("h1"));
    frame(console, 420, new Shot("policy-narrow", "", TALLEST));
    console.dark(true);
    take(console, new Shot("overview-dark", "/overview.xhtml", TALLEST));
    take(console, new Shot("job-dark", shots(http).get(6).address(), TALLEST));
    console.dark(false);
  }
}
