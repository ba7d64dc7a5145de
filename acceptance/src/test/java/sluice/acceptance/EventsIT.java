package sluice.acceptance;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.jms.JMSConsumer;
import jakarta.jms.JMSContext;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;
import sluice.client.JobOptions;
import sluice.client.NewJob;
import sluice.client.Outcome;
import sluice.client.Worker;

/** Events over HTTP and JMS, black box. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class EventsIT {
  private static final Duration WAIT = Duration.ofSeconds(90);
  private static final int MOST = 6;

  /** Three bytes a character. */
  private static final String LONG_WORD = "\u2603".repeat(480);

  @TempDir private static Path folder;
  private static SluiceProcess sluice;
  private static Http http;

  @BeforeAll
  static void start() {
    SharedProgram.rest();
    sluice =
        SluiceProcess.start(
            folder.resolve("data"), Map.of("SLUICE_EVENTS_SUBSCRIBERS", Integer.toString(MOST)));
    http = Http.admin(sluice);
  }

  @AfterAll
  static void stop() {
    sluice.close();
  }

  private static EventStream stream(@Nullable Long lastSeen) {
    return EventStream.open(sluice.httpUrl(), "admin", sluice.adminPassword(), lastSeen);
  }

  private static void isWithoutGap(List<EventStream.Event> events) {
    for (int i = 1; i < events.size(); i++) {
      assertThat(events.get(i).id()).as("%s", events.get(i)).isEqualTo(events.get(i - 1).id() + 1);
    }
  }

  private static void pause(String policy, boolean paused) {
    assertThat(
            http.post(
                    "/policies/" + policy + (paused ? "/pause" : "/resume"), "{\"reason\": \"r\"}")
                .status())
        .isIn(200, 204);
  }

  @Test
  @Order(1)
  void a_snapshot_then_every_event_by_its_number_the_same_over_http_and_on_the_topic() {
    List<TopicEvent> topic = new CopyOnWriteArrayList<>();
    try (JMSContext context = new Jms(sluice).context();
        JMSConsumer consumer = context.createConsumer(context.createTopic("sluice.events"));
        EventStream stream = stream(null)) {
      consumer.setMessageListener(message -> topic.add(TopicEvent.of(message)));
      assertThat(stream.status()).isEqualTo(200);
      assertThat(stream.header("Content-Type").orElse("")).startsWith("text/event-stream");
      await().atMost(WAIT).until(() -> !stream.events().isEmpty());
      EventStream.Event snapshot = stream.events().getFirst();
      assertThat(snapshot.type()).isEqualTo("snapshot");
      assertThat(snapshot.data().getJsonNumber("seq").longValue()).isEqualTo(snapshot.id());
      http.put("/policies/told", "{\"policy\": \"told\", \"destination\": \"w\"}");
      pause("told", true);
      pause("told", false);
      await().atMost(WAIT).until(() -> stream.find("PolicyResumed", "policy", "told").isPresent());
      List<EventStream.Event> events = stream.events();
      isWithoutGap(events);
      assertThat(events.stream().skip(1).map(EventStream.Event::type))
          .containsSubsequence("PolicyChanged", "PolicyPaused", "PolicyResumed");
      long last = events.getLast().id();
      await().atMost(WAIT).until(() -> topic.stream().anyMatch(t -> t.seq() == last));
      for (EventStream.Event event : events.subList(1, events.size())) {
        assertThat(topic)
            .filteredOn(t -> t.seq() == event.id())
            .singleElement()
            .satisfies(t -> {
              assertThat(t.type()).isEqualTo(event.type());
              assertThat(Json.createReader(new StringReader(t.body())).readObject())
                  .isEqualTo(event.data());
            });
      }
      await()
          .atMost(WAIT)
          .until(() -> stream.comments().stream().anyMatch(c -> c.startsWith(": sampled")));
    }
  }

  @Test
  @Order(2)
  void i_251_who_comes_again_goes_on_after_his_last_event_and_nonsense_is_refused() {
    http.put("/policies/again", "{\"policy\": \"again\", \"destination\": \"w\"}");
    try (EventStream first = stream(null)) {
      await().atMost(WAIT).until(() -> !first.events().isEmpty());
      long seen = first.last();
      first.close();
      pause("again", true);
      try (EventStream second = stream(seen)) {
        await()
            .atMost(WAIT)
            .until(() -> second.find("PolicyPaused", "policy", "again").isPresent());
        assertThat(second.events().getFirst().id()).isEqualTo(seen + 1);
        assertThat(second.events()).noneMatch(e -> e.type().equals("snapshot"));
        isWithoutGap(second.events());
      }
    }
    try (EventStream ahead = stream(Long.MAX_VALUE)) {
      await().atMost(WAIT).until(() -> !ahead.events().isEmpty());
      assertThat(ahead.events().getFirst().type()).isEqualTo("snapshot");
    }
    try (EventStream odd = stream(-1L)) {
      assertThat(odd.status()).isEqualTo(400);
      assertThat(odd.header("Content-Type")).contains("application/problem+json");
    }
    assertThat(http.post("/events", "{}").status()).isEqualTo(405);
  }

  @Test
  @Order(3)
  void i_253_roles_hold_and_a_viewer_may_listen() {
    http.put("/users/vera", "{\"password\": \"long enough 1\", \"role\": \"viewer\"}");
    try (EventStream viewer = EventStream.open(sluice.httpUrl(), "vera", "long enough 1", null);
        EventStream wrong = EventStream.open(sluice.httpUrl(), "vera", "wrong", null)) {
      assertThat(viewer.status()).isEqualTo(200);
      assertThat(wrong.status()).isEqualTo(401);
      assertThat(http.delete("/users/vera").status()).isIn(200, 204);
      await().atMost(WAIT).until(viewer::ended);
    }
  }

  @Test
  @Order(4)
  void i_264_and_i_261_the_badge_says_seven_of_eight_over_all_policies_in_the_browser_too()
      throws IOException {
    http.put("/namespaces/acme", "{\"maxInFlight\": 8, \"reason\": \"r\"}");
    for (String policy : List.of("one", "two")) {
      http.put(
          "/policies/" + policy,
          "{\"policy\": \"%s\", \"destination\": \"work.%s\"}".formatted(policy, policy));
    }
    try (EventStream stream = stream(null);
        Console console = new Console(sluice.httpUrl(), folder.resolve("browser"))) {
      console.open("/overview.xhtml").logIn("admin", sluice.adminPassword()).at("overview");
      console.hold();
      console.run(
          "const s = document.createElement('span'); s.id = 'badge'; s.dataset.namespace = 'acme'; s.textContent = '—'; document.querySelector('main').append(s)");
      console.run(
          Files.readString(
              SluiceProcess.root().resolve("web/src/main/webapp/resources/sluice/events.js")));
      console.see(By.id("badge"), "0 / 8");
      stage("one", 3);
      stage("two", 4);
      await().atMost(WAIT).until(() -> lastOf(stream, "acme").equals("7/8"));
      console.see(By.id("badge"), "7 / 8");
      assertThat(console.has(By.cssSelector("#badge.stale"))).isFalse();
      try (EventStream late = stream(null)) {
        await().atMost(WAIT).until(() -> !late.events().isEmpty());
        JsonObject acme =
            late
                .events()
                .getFirst()
                .data()
                .getJsonArray("namespaces")
                .getValuesAs(JsonObject.class)
                .stream()
                .filter(n -> n.getString("namespace").equals("acme"))
                .findFirst()
                .orElseThrow();
        assertThat(acme.getInt("inFlight")).isEqualTo(7);
        assertThat(acme.getInt("ceiling")).isEqualTo(8);
      }
      http.put("/namespaces/acme", "{\"maxInFlight\": 7, \"reason\": \"r\"}");
      console.see(By.cssSelector("#badge.throttled"), "7 / 7");
      http.put("/namespaces/acme", "{\"maxInFlight\": 0, \"reason\": \"r\"}");
      console.see(By.cssSelector("#badge.suspended"), "7 / 0");
      http.put("/namespaces/acme", "{\"maxInFlight\": null, \"reason\": \"r\"}");
    }
  }

  private static void stage(String policy, int count) {
    String job = "{\"namespace\": \"acme\", \"properties\": {}}";
    String jobs = "[" + String.join(",", Collections.nCopies(count, job)) + "]";
    assertThat(http.post("/policies/" + policy + "/jobs", jobs).status()).isEqualTo(200);
  }

  private static String lastOf(EventStream stream, String namespace) {
    return stream.events().stream()
        .filter(e -> e.type().equals("NamespaceQuotaState"))
        .map(EventStream.Event::data)
        .filter(d -> d.getString("namespace").equals(namespace))
        .map(d -> d.getInt("inFlight") + "/" + d.get("ceiling"))
        .reduce("", (before, after) -> after);
  }

  @Test
  @Order(5)
  void a_session_of_the_console_listens_until_it_is_ended() throws Exception {
    HttpClient browser = HttpClient.newBuilder().followRedirects(HttpClient.Redirect.NEVER).build();
    String form =
        "name=admin&password=" + URLEncoder.encode(sluice.adminPassword(), StandardCharsets.UTF_8);
    HttpResponse<String> login =
        browser.send(
            HttpRequest.newBuilder(URI.create(sluice.httpUrl() + "/login"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    String cookie = login.headers().firstValue("Set-Cookie").orElseThrow().split(";", 2)[0];
    String address = sluice.httpUrl() + "/console-events";
    try (EventStream nobody = EventStream.open(address, Map.of(), null);
        EventStream stream = EventStream.open(address, Map.of("Cookie", cookie), null)) {
      assertThat(nobody.status()).isEqualTo(302);
      assertThat(stream.status()).isEqualTo(200);
      await().atMost(WAIT).until(() -> !stream.events().isEmpty());
      browser.send(
          HttpRequest.newBuilder(URI.create(sluice.httpUrl() + "/logout"))
              .header("Cookie", cookie)
              .POST(HttpRequest.BodyPublishers.noBody())
              .build(),
          HttpResponse.BodyHandlers.discarding());
      await().atMost(WAIT).until(stream::ended);
    }
  }

  @Test
  @Order(6)
  void more_subscribers_than_allowed_are_told_so() {
    List<EventStream> all = new ArrayList<>();
    try {
      EventStream refused = null;
      while (refused == null && all.size() <= MOST) {
        EventStream next = stream(null);
        all.add(next);
        refused = next.status() == 200 ? null : next;
      }
      assertThat(refused).isNotNull();
      assertThat(refused.status()).isEqualTo(503);
      assertThat(refused.header("Retry-After")).isPresent();
      assertThat(refused.header("Content-Type")).contains("application/problem+json");
    } finally {
      all.forEach(EventStream::close);
    }
    // Who has gone is noticed when something is written to him.
    streamOnceThereIsRoom().close();
  }

  /** A place that a stream closed a moment ago still takes is waited for. */
  private static EventStream streamOnceThereIsRoom() {
    AtomicReference<EventStream> opened = new AtomicReference<>();
    await()
        .atMost(WAIT)
        .until(() -> {
          EventStream next = stream(null);
          if (next.status() == 200) {
            opened.set(next);
            return true;
          }
          next.close();
          return false;
        });
    return opened.get();
  }

  private static Socket deafClientOnceThereIsRoom() {
    AtomicReference<Socket> opened = new AtomicReference<>();
    await()
        .atMost(WAIT)
        .until(() -> {
          Socket next = DeafClient.connect(sluice);
          if (DeafClient.statusLine(next).contains("200")) {
            opened.set(next);
            return true;
          }
          next.close();
          return false;
        });
    return opened.get();
  }

  @Test
  @Order(7)
  void who_goes_away_ends_no_stream_of_another() {
    http.put("/policies/apart", "{\"policy\": \"apart\", \"destination\": \"w\"}");
    try (EventStream stays = streamOnceThereIsRoom()) {
      for (int round = 0; round < 10; round++) {
        EventStream goes = streamOnceThereIsRoom();
        await().atMost(WAIT).until(() -> !goes.events().isEmpty());
        goes.close();
        // Whoever comes now may be given what the server had for him.
        try (EventStream comes = streamOnceThereIsRoom()) {
          await().atMost(WAIT).until(() -> !comes.events().isEmpty());
          long seen = comes.last();
          pause("apart", round % 2 == 0);
          await().atMost(WAIT).until(() -> comes.last() > seen && stays.last() > seen);
          assertThat(comes.ended()).isFalse();
        }
      }
      assertThat(stays.ended()).isFalse();
      isWithoutGap(stays.events());
    }
  }

  @Test
  @Order(8)
  void dead_jobs_are_told_of_and_who_does_not_read_is_told_that_he_lags() throws Exception {
    int dying = 4_000;
    http.put("/policies/dying", "{\"policy\": \"dying\", \"destination\": \"work.dying\"}");
    Jms jms = new Jms(sluice);
    try (Socket slow = deafClientOnceThereIsRoom();
        EventStream quick = streamOnceThereIsRoom();
        Worker worker =
            Worker.on(jms.factory(), "work.dying")
                .threads(8)
                .start(job -> Outcome.reject("no good " + "\u2603".repeat(600)))) {
      BufferedReader lines =
          new BufferedReader(
              new InputStreamReader(slow.getInputStream(), StandardCharsets.UTF_8), 512);
      try (var producer = jms.producer()) {
        List<NewJob> jobs = new ArrayList<>();
        for (int i = 0; i < dying; i++) {
          jobs.add(
              NewJob.ofText(
                  "job " + i,
                  JobOptions.forPolicy("dying").namespace(LONG_WORD).jobKey(LONG_WORD + i)));
        }
        producer.sendAll(jobs);
      }
      // More than is kept for him on the way, which may be 15 MB; then he has half a minute to take
      // the last word.
      await().atMost(Duration.ofSeconds(120)).until(() -> deadJobs(quick) >= dying * 9 / 10);
      List<EventStream.Event> got = new CopyOnWriteArrayList<>();
      CompletableFuture<Void> read = CompletableFuture.runAsync(() -> readToTheEnd(lines, got));
      await()
          .atMost(Duration.ofSeconds(90))
          .untilAsserted(() ->
              assertThat(deadJobs(quick))
                  .as("last %d, ended %s", quick.last(), quick.ended())
                  .isEqualTo(dying));
      isWithoutGap(quick.events());
      JsonObject dead = quick.find("JobDead", "policy", "dying").orElseThrow().data();
      assertThat(dead.getString("cause")).isNotBlank();
      assertThat(dead.getString("error")).startsWith("no good").hasSize(500);
      assertThat(http.get("/jobs/" + dead.getString("jobId")).object().getString("state"))
          .isEqualTo("dead");
      await().atMost(WAIT).until(read::isDone);
      assertThat(got.getLast().type()).isEqualTo("lagged");
      assertThat(got.stream().filter(e -> e.type().equals("JobDead")).count()).isLessThan(dying);
      List<EventStream.Event> numbered = got.subList(0, got.size() - 1);
      isWithoutGap(numbered);
      long last = numbered.getLast().id();
      assertThat(got.getLast().data().getJsonNumber("after").longValue()).isEqualTo(last);
      try (EventStream again = stream(last)) {
        await().atMost(WAIT).until(() -> again.last() >= quick.last());
        assertThat(again.events().getFirst().id()).isEqualTo(last + 1);
        isWithoutGap(again.events());
      }
    }
  }

  private static long deadJobs(EventStream stream) {
    return stream.events().stream().filter(e -> e.type().equals("JobDead")).count();
  }

  private static void readToTheEnd(BufferedReader lines, List<EventStream.Event> events) {
    try {
      EventStream.read(lines, events, new ArrayList<>());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  @Order(9)
  void i_255_numbers_go_on_without_gap_over_a_kill_and_an_open_stream_ends_with_a_stop() {
    http.put("/policies/kept", "{\"policy\": \"kept\", \"destination\": \"w\"}");
    long seen;
    try (EventStream before = stream(null)) {
      pause("kept", true);
      await().atMost(WAIT).until(() -> before.find("PolicyPaused", "policy", "kept").isPresent());
      seen = before.last();
      sluice.kill();
      await().atMost(WAIT).until(before::ended);
    }
    sluice.startAgain();
    try (EventStream after = stream(seen)) {
      pause("kept", false);
      await().atMost(WAIT).until(() -> after.find("PolicyResumed", "policy", "kept").isPresent());
      assertThat(after.events().getFirst().id()).isEqualTo(seen + 1);
      isWithoutGap(after.events());
      assertThat(after.events()).noneMatch(e -> e.type().equals("snapshot"));
      assertThat(sluice.stop()).isZero();
      await().atMost(WAIT).until(after::ended);
    }
  }
}
