package sluice.acceptance;

import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.json.JsonStructure;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The HTTP interface as one user. */
public final class Http {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  private final String base;
  private final @Nullable String authorization;

  /** Calls as this user; {@code base} is like {@code http://127.0.0.1:8080/sluice}. */
  public Http(String base, String user, String password) {
    this(
        base + "/api",
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8)));
  }

  private Http(String base, @Nullable String authorization) {
    this.base = base;
    this.authorization = authorization;
  }

  /** Somebody without an account. */
  static Http nobody(SluiceProcess sluice) {
    return new Http(sluice.httpUrl() + "/api", null);
  }

  /** Somebody without an account, at the root of the server. */
  static Http root(SluiceProcess sluice) {
    return new Http(sluice.httpUrl().replaceFirst("/sluice$", ""), null);
  }

  static Http admin(SluiceProcess sluice) {
    return new Http(sluice.httpUrl(), "admin", sluice.adminPassword());
  }

  /** An answer. */
  public record Answer(int status, String body) {
    /** The body, whatever it is. */
    public JsonStructure json() {
      return Json.createReader(new StringReader(body)).read();
    }

    /** The body, an object. */
    public JsonObject object() {
      return json().asJsonObject();
    }
  }

  /** GET. */
  public Answer get(String path) {
    return send(HttpRequest.newBuilder().GET(), path);
  }

  /** PUT. */
  public Answer put(String path, String body) {
    return send(
        HttpRequest.newBuilder()
            .header("Content-Type", body.startsWith("{") ? "application/json" : "application/yaml")
            .PUT(HttpRequest.BodyPublishers.ofString(body)),
        path);
  }

  /** POST. */
  public Answer post(String path, String body) {
    return send(
        HttpRequest.newBuilder()
            .header("Content-Type", "application/json")
            .POST(HttpRequest.BodyPublishers.ofString(body)),
        path);
  }

  /** DELETE. */
  public Answer delete(String path) {
    return send(HttpRequest.newBuilder().DELETE(), path);
  }

  Answer send(String method, String path, String body) {
    return send(
        HttpRequest.newBuilder().method(method, HttpRequest.BodyPublishers.ofString(body)), path);
  }

  private Answer send(HttpRequest.Builder request, String path) {
    if (authorization != null) {
      request.header("Authorization", authorization);
    }
    try {
      HttpResponse<String> response =
          CLIENT.send(
              request
                  .uri(URI.create(base + path))
                  .timeout(java.time.Duration.ofSeconds(60))
                  .build(),
              HttpResponse.BodyHandlers.ofString());
      return new Answer(response.statusCode(), response.body());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
