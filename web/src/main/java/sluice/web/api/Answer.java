package sluice.web.api;

import jakarta.json.JsonValue;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import sluice.web.show.JsonBytes;

/** JSON answers. Stateless. */
final class Answer {
  private Answer() {}

  static Response.ResponseBuilder json(int status, JsonValue value) {
    return Response.status(status)
        .type(MediaType.APPLICATION_JSON_TYPE)
        .header("Cache-Control", "no-store")
        .entity(JsonBytes.of(value));
  }

  static Response ok(JsonValue value) {
    return json(200, value).build();
  }
}
