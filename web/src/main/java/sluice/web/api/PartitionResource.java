package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.control.HandLimit;
import sluice.ejb.control.PartitionControl;
import sluice.ejb.control.PartitionName;
import sluice.ejb.explain.Explaining;
import sluice.ejb.observe.Figures;
import sluice.ejb.policy.SaveRequest;
import sluice.web.problem.RequestRefused;
import sluice.web.show.ExplainJson;
import sluice.web.show.FiguresJson;

/**
 * {@code /policies/{p}/partitions/{source}/{key}/…}: why it lets nothing go, a limit set by hand, a
 * pause. The key is the one that the list of partitions shows, percent-encoded, slashes in it too
 * or as they are. A key that no path can carry, like {@code ..}, stands in the query instead:
 * {@code /policies/{p}/partitions/{source}/override?key=..}.
 */
@Path("policies/{policy}/partitions/{source}")
@RequestScoped
public class PartitionResource {
  private static final String BY_KEY = "{key: .+}/";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PartitionControl control;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Explaining explaining;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  @PathParam("policy")
  @SuppressWarnings("NullAway.Init") // injected
  private String policy;

  @PathParam("source")
  @SuppressWarnings("NullAway.Init") // injected
  private String source;

  @PathParam("key")
  private @Nullable String keyInPath;

  @QueryParam("key")
  private @Nullable String keyInQuery;

  /** What the gate says to the next job. */
  @GET
  @Path(BY_KEY + "explain")
  public Response explain() {
    PartitionName name = name();
    return Answer.ok(
        explaining
            .partition(name.policy(), name.gate(), name.key())
            .map(ExplainJson::next)
            .orElseThrow(() -> new RequestRefused(404, "there is no such partition")));
  }

  /** As the other, the key in the query. */
  @GET
  @Path("explain")
  public Response explainByQuery() {
    return explain();
  }

  /** What operators said of it, and what it may. */
  @GET
  @Path(BY_KEY + "override")
  public Response read() {
    return shown(name());
  }

  /** As {@link #read()}, the key in the query. */
  @GET
  @Path("override")
  public Response readByQuery() {
    return shown(name());
  }

  /** Sets a limit: {@code {"limit": 5, "reason": "…", "expiresAt": "…"}}. */
  @PUT
  @Path(BY_KEY + "override")
  public Response override(InputStream body) {
    return set(body);
  }

  /** As {@link #override}, the key in the query. */
  @PUT
  @Path("override")
  public Response overrideByQuery(InputStream body) {
    return set(body);
  }

  /** Takes the limit back. */
  @DELETE
  @Path(BY_KEY + "override")
  public Response lift(@QueryParam("reason") @Nullable String reason) {
    return lifted(reason);
  }

  /** As {@link #lift}, the key in the query. */
  @DELETE
  @Path("override")
  public Response liftByQuery(@QueryParam("reason") @Nullable String reason) {
    return lifted(reason);
  }

  /** Closes the partition. Body: {@code {"reason": "…"}} or none. */
  @POST
  @Path(BY_KEY + "pause")
  public Response pause(InputStream body) {
    return paused(true, body);
  }

  /** As {@link #pause}, the key in the query. */
  @POST
  @Path("pause")
  public Response pauseByQuery(InputStream body) {
    return paused(true, body);
  }

  /** Opens the partition. Body: {@code {"reason": "…"}} or none. */
  @POST
  @Path(BY_KEY + "resume")
  public Response resume(InputStream body) {
    return paused(false, body);
  }

  /** As {@link #resume}, the key in the query. */
  @POST
  @Path("resume")
  public Response resumeByQuery(InputStream body) {
    return paused(false, body);
  }

  private Response set(InputStream body) {
    caller.mustBe(Role.OPERATOR);
    JsonObject json = Body.object(body, "limit", "reason", "expiresAt");
    HandLimit limit = new HandLimit(limit(json), expiresAt(json));
    SaveRequest.By by = caller.because(Body.member(json, "reason"));
    PartitionName name = name();
    control.override(name, limit, by);
    return shown(name);
  }

  private Response lifted(@Nullable String reason) {
    caller.mustBe(Role.OPERATOR);
    control.lift(name(), caller.because(reason));
    return Response.noContent().build();
  }

  private Response paused(boolean paused, InputStream body) {
    caller.mustBe(Role.OPERATOR);
    SaveRequest.By by = caller.because(Body.member(Body.object(body, "reason"), "reason"));
    PartitionName name = name();
    if (paused) {
      control.pause(name, by);
    } else {
      control.resume(name, by);
    }
    return shown(name);
  }

  private PartitionName name() {
    String key = keyInPath == null ? keyInQuery : keyInPath;
    if (key == null) {
      throw RequestRefused.missing(
          "key", "a key, in the path before the act or as the parameter key");
    }
    return new PartitionName(Names.policy(policy), source, key);
  }

  private Response shown(PartitionName name) {
    return figures
        .partition(name.policy(), name.gate(), name.key())
        .map(partition -> Answer.ok(FiguresJson.partition(partition)))
        .orElseThrow(() -> new RequestRefused(404, "there is no such partition"));
  }

  private static double limit(JsonObject json) {
    if (json.get("limit") instanceof JsonNumber number) {
      return number.doubleValue();
    }
    throw Body.refused(json, "limit", "a number from 0 to 1,000,000,000");
  }

  private static @Nullable Instant expiresAt(JsonObject json) {
    String text = Body.member(json, "expiresAt");
    try {
      return text == null ? null : OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException e) {
      throw Body.refused(
          json, "expiresAt", "an instant with its offset, like 2026-11-30T12:00:00Z");
    }
  }
}
