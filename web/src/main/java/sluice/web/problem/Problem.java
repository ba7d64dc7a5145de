package sluice.web.problem;

import jakarta.json.Json;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.ws.rs.core.Response;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sluice.core.policy.Fault;
import sluice.web.show.JsonBytes;

/**
 * What went wrong, for programs and people (RFC 9457).
 *
 * @param status HTTP status
 * @param title the kind of problem, the same words each time
 * @param detail this case in a sentence
 * @param more further members, e.g. {@code faults}
 */
public record Problem(int status, String title, String detail, Map<String, JsonValue> more) {
  /** Media type of a problem. */
  public static final String TYPE = "application/problem+json";

  /** A problem without further members. */
  public static Problem of(int status, String detail) {
    return new Problem(status, title(status), detail, Map.of());
  }

  private static String title(int status) {
    Response.Status known = Response.Status.fromStatusCode(status);
    return known == null ? "Error " + status : known.getReasonPhrase();
  }

  /** The same under another status. */
  public Problem as(int other) {
    return new Problem(other, title(other), detail, more);
  }

  /** A request with faults in it. */
  public static Problem faults(List<Fault> faults, String detail) {
    var list = Json.createArrayBuilder();
    for (Fault fault : faults) {
      list.add(
          Json.createObjectBuilder()
              .add("path", fault.path())
              .add("value", fault.value())
              .add("allowed", fault.allowed()));
    }
    return of(400, detail).with("faults", list.build());
  }

  /** The same with a further member. */
  public Problem with(String member, JsonValue value) {
    Map<String, JsonValue> members = new LinkedHashMap<>(more);
    members.put(member, value);
    return new Problem(status, title, detail, members);
  }

  /** As JSON bytes. */
  public byte[] json() {
    JsonObjectBuilder json =
        Json.createObjectBuilder()
            .add("type", "about:blank")
            .add("title", title)
            .add("status", status)
            .add("detail", detail);
    more.forEach(json::add);
    return JsonBytes.of(json.build());
  }

  /** As a response. */
  public Response.ResponseBuilder response() {
    return Response.status(status).type(TYPE).entity(json());
  }
}
