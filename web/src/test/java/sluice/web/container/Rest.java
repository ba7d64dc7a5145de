package sluice.web.container;

import jakarta.json.Json;
import jakarta.json.JsonReader;
import jakarta.json.JsonValue;
import java.io.IOException;
import java.io.StringReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The HTTP interface as a program calls it, from outside the container. */
final class Rest {
  private final HttpClient client = HttpClient.newHttpClient();
  private final String base;
  private final String credentials;

  Rest(String base, String user, String password) {
    this.base = base + "api/";
    this.credentials =
        "Basic "
            + Base64.getEncoder()
                .encodeToString((user + ":" + password).getBytes(StandardCharsets.UTF_8));
  }

  /** What came back; the body is JSON null where there is none. */
  record Reply(int status, JsonValue json) {
    String text(String member) {
      return json.asJsonObject().getString(member);
    }
  }

  Reply call(String method, String path, String body) {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + path))
            .header("Authorization", credentials)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      HttpResponse<String> response =
          client.send(request, HttpResponse.BodyHandlers.ofString(StandardCharsets.UTF_8));
      return new Reply(response.statusCode(), json(response.body()));
    } catch (IOException e) {
      throw new IllegalStateException(method + " " + path, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private static JsonValue json(String body) {
    if (!body.startsWith("{") && !body.startsWith("[")) {
      return JsonValue.NULL;
    }
    try (JsonReader reader = Json.createReader(new StringReader(body))) {
      return reader.readValue();
    }
  }
}
