package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
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

  @Test
  void of_every_page() throws IOException {
    Path target = SluiceProcess.root().resolve("docs/screenshots");
    Files.createDirectories(target);
    try (SluiceProcess sluice = SluiceProcess.demo(folder.resolve("data"));
        Console console = new Console(sluice.httpUrl(), folder.resolve("profile"))) {
      Http http = Http.admin(sluice);
      prepare(http);
      console.open("/").logIn("admin", sluice.adminPassword()).see(By.tagName("h1"), "Overview");
      console.hold();
      for (Map.Entry<String, String> page : pages(http).entrySet()) {
        take(console, page.getValue(), target.resolve(page.getKey() + ".png"));
      }
      console.dark(true);
      take(console, "/overview.xhtml", target.resolve("overview-dark.png"));
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
    http.post(
        "/policies/reports/jobs",
        """
        [{"namespace": "acme", "properties": {"tenant": "acme"}, "body": "{}"},
         {"namespace": "acme", "properties": {"tenant": "acme"}, "body": "{}"},
         {"namespace": "acme", "properties": {"tenant": "acme", "month": "2026-11"}, "jobKey": "report-17", "body": "{}"}]\
        """);
    await()
        .atMost(Duration.ofMinutes(6))
        .pollInterval(Duration.ofSeconds(2))
        .until(() -> enough(http.get("/stats").object().getJsonObject("totals")));
  }

  private static boolean enough(JsonObject totals) {
    return totals.getInt("finished") > 3_000;
  }

  private static Map<String, String> pages(Http http) {
    Map<String, String> pages = new LinkedHashMap<>();
    pages.put("overview", "/overview.xhtml");
    pages.put("policy", "/policy.xhtml?name=cluster-tenants&sort=inFlight&dir=desc");
    pages.put("jobs", "/jobs.xhtml?state=admitted");
    pages.put("job", "/job.xhtml?id=" + first(http, "/jobs?state=pending&policy=reports"));
    pages.put("batches", "/batches.xhtml");
    pages.put("audit", "/audit.xhtml");
    pages.put("nodes", "/nodes.xhtml");
    pages.put("namespaces", "/namespaces.xhtml");
    pages.put("dead", "/dead.xhtml");
    pages.put("versions", "/versions.xhtml?policy=cluster-tenants");
    pages.put("editor", "/editor.xhtml?policy=cluster-tenants");
    return pages;
  }

  private static String first(Http http, String jobs) {
    return http.get(jobs).object().getJsonArray("items").getJsonObject(0).getString("id");
  }

  private static void take(Console console, String page, Path file) throws IOException {
    console.size(WIDTH, 800).open(page).see(By.tagName("h1"));
    Object height = console.script("return document.documentElement.scrollHeight");
    console.size(WIDTH, Math.min(TALLEST, Math.max(500, ((Number) height).intValue() + 10)));
    byte[] picture = console.picture();
    assertThat(picture.length).as(file.toString()).isLessThan(LARGEST);
    Files.write(file, picture);
  }
}
