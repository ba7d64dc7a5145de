package sluice.acceptance;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** A client of server-sent events: what it was given so far. Thread-safe. */
final class EventStream implements AutoCloseable {
  /** An event; {@code id} is −1 where it had none. */
  record Event(long id, String type, JsonObject data) {}

  /**
   * The server ends a connection of HTTP/2, and all that is on it, when one of its streams is left.
   */
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  private final HttpResponse<InputStream> response;
  private final List<Event> events = new CopyOnWriteArrayList<>();
  private final List<String> comments = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  private EventStream(HttpResponse<InputStream> response) {
    this.response = response;
    Thread.ofPlatform().daemon().start(this::read);
  }

  static EventStream open(String url, String user, String password, @Nullable Long lastSeen) {
    String secret =
        Base64.getEncoder()
            .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
    Map<String, String> headers = Map.of("Authorization", "Basic " + secret);
    return open(url + "/api/events", headers, lastSeen);
  }

  static EventStream open(String address, Map<String, String> headers, @Nullable Long lastSeen) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(address)).GET();
    headers.forEach(request::header);
    if (lastSeen != null) {
      request.header("Last-Event-ID", lastSeen.toString());
    }
    try {
      return new EventStream(
          CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void read() {
    try (BufferedReader lines =
        new BufferedReader(new InputStreamReader(response.body(), StandardCharsets.UTF_8))) {
      read(lines, events, comments);
    } catch (IOException e) {
      // the server is gone, or we are
    } finally {
      ended = true;
    }
  }

  static void read(BufferedReader lines, List<Event> events, List<String> comments)
      throws IOException {
    long id = -1;
    String type = "";
    String line;
    while ((line = lines.readLine()) != null) {
      if (line.startsWith(":")) {
        comments.add(line);
      } else if (line.startsWith("id: ")) {
        id = Long.parseLong(line.substring(4));
      } else if (line.startsWith("event: ")) {
        type = line.substring(7);
      } else if (line.startsWith("data: ")) {
        events.add(
            new Event(
                id, type, Json.createReader(new StringReader(line.substring(6))).readObject()));
        id = -1;
      }
    }
  }

  int status() {
    return response.statusCode();
  }

  Optional<String> header(String name) {
    return response.headers().firstValue(name);
  }

  List<Event> events() {
    return List.copyOf(events);
  }

  List<String> comments() {
    return List.copyOf(comments);
  }

  /** The first event of this type that says this of a member. */
  Optional<Event> find(String type, String member, String value) {
    return events.stream()
        .filter(e -> e.type().equals(type) && value.equals(e.data().getString(member, null)))
        .findFirst();
  }

  long last() {
    return events.isEmpty() ? -1 : events.getLast().id();
  }

  boolean ended() {
    return ended;
  }

  @Override
  public void close() {
    try {
      response.body().close();
    } catch (IOException e) {
      // gone already
    }
  }
}
