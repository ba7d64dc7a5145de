package sluice.acceptance;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import jakarta.json.Json;
import jakarta.json.JsonArray;
import jakarta.json.JsonArrayBuilder;
import jakarta.json.JsonObject;
import java.net.URLEncoder;
import java.util.List;

/** The program with what tests of the console's forms act on, each on subjects of its own. */
final class Subjects {
  /** One job in flight for each key. */
  static final String GATE =
      "{\"name\": \"each\", \"type\": \"concurrency\", \"key\": \"${key}\", \"max\": 1}";

  /** Nothing goes. */
  static final String SHUT = "{\"name\": \"shut\", \"type\": \"globalCap\", \"max\": 0}";

  private final SluiceProcess sluice;
  private final Http http;

  /** Makes the users vera and otto. */
  Subjects(SluiceProcess sluice) {
    this.sluice = sluice;
    http = Http.admin(sluice);
    http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    http.put("/users/otto", "{\"password\": \"long enough 2\", \"role\": \"operator\"}");
  }

  /** The program. */
  SluiceProcess sluice() {
    return sluice;
  }

  /** Its interface, as the administrator. */
  Http http() {
    return http;
  }

  /** Logged in without a browser. */
  Pages pages(String name, String password) {
    return new Pages(sluice).logIn(name, password);
  }

  /** Logged in without a browser, as the administrator. */
  Pages pages() {
    return pages("admin", sluice.adminPassword());
  }

  /** What the audit has newest of a subject. */
  JsonObject newest(String subject) {
    return entries(subject).getJsonObject(0);
  }

  /** Everything the audit has of a subject, the newest first. */
  List<String> acts(String subject) {
    return entries(subject).stream()
        .map(entry -> entry.asJsonObject().getString("action"))
        .toList();
  }

  private JsonArray entries(String subject) {
    return http.get("/audit?subject=" + URLEncoder.encode(subject, UTF_8))
        .object()
        .getJsonArray("items");
  }

  /** Makes or changes a policy. */
  void policy(String name, String gate, String more) {
    Http.Answer answer =
        http.put(
            "/policies/" + name,
            "{\"policy\": \"%s\", \"destination\": \"work.%s\", \"gates\": [%s]%s}"
                .formatted(name, name, gate, more));
    assertThat(answer.status()).isIn(200, 201);
  }

  /** Stages a job for each key. */
  void stage(String policy, List<String> keys) {
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
