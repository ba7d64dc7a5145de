package sluice.acceptance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.CookieManager;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** Somebody logged in at the console, without a browser: statuses and files. */
final class ConsoleSession {
  private final HttpClient client =
      HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
  private final String base;

  /** Logs in. */
  ConsoleSession(String base, String name, String password) {
    this.base = base;
    send(
        HttpRequest.newBuilder()
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(
                HttpRequest.BodyPublishers.ofString(
                    "name=" + encoded(name) + "&password=" + encoded(password))),
        "/login");
  }

  /** Text as a value in an address. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder().GET(), path);
  }

  private HttpResponse<String> send(HttpRequest.Builder request, String path) {
    try {
      return client.send(
          request.uri(URI.create(base + path)).timeout(Duration.ofSeconds(60)).build(),
          HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
