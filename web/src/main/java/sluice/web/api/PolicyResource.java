package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonNumber;
import jakarta.json.JsonObject;
import jakarta.json.JsonObjectBuilder;
import jakarta.json.JsonValue;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.control.Forced;
import sluice.ejb.control.ForcedAdmissions;
import sluice.ejb.control.Forecasts;
import sluice.ejb.control.Impact;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.Expected;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.RollBack;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.act.Count;
import sluice.web.show.FiguresJson;
import sluice.web.show.VersionJson;

/**
 * {@code /policies/{p}}: read, save, roll back, delete, pause, admit past the gates; its partitions
 * and lanes.
 */
@Path("policies/{policy}")
@RequestScoped
public class PolicyResource {
  private static final int LONGEST_GATE = 100;
  private static final String NOTE = "Sluice-Note";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Forecasts forecasts;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private ForcedAdmissions admissions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /** One policy. */
  @GET
  public Response read(@PathParam("policy") String name) {
    PolicyFigures policy =
        figures.policy(Names.policy(name)).orElseThrow(() -> new UnknownPolicy(name));
    return Answer.json(200, FiguresJson.policy(policy))
        .header("ETag", EntityTag.of(policy.head().version()))
        .build();
  }

  /** Saves; with {@code dryRun=true} only says what would happen. */
  @PUT
  @Takes({
    "application/json",
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "text/x-yaml",
    "text/plain"
  })
  public Response save(
      @PathParam("policy") String name,
      @Context HttpHeaders headers,
      @QueryParam("dryRun") @Nullable String dryRun,
      @QueryParam("reason") @Nullable String reason,
      InputStream body) {
    caller.mustBe(Role.ADMIN);
    boolean dry = PageAsked.word("dryRun", dryRun, List.of("false", "true")).equals("true");
    Expected expected = expected(headers);
    SaveRequest request =
        new SaveRequest(name, Body.text(body), expected, dry, caller.because(reason));
    SavedPolicy saved = policies.save(request);
    boolean created = saved.outcome() == Outcome.CREATED;
    JsonObjectBuilder answer = saved(name, saved, dry);
    if (dry) {
      Optional<Impact> impact = forecasts.of(request.document());
      answer.add(
          "impact",
          impact.map(VersionJson::impact).map(JsonValue.class::cast).orElse(JsonValue.NULL));
    }
    return Answer.json(created && !dry ? 201 : 200, answer.build())
        .header("ETag", EntityTag.of(saved.version()))
        .build();
  }

  /** Goes back to an older version. Body: {@code {"version": 3, "reason": "…"}}. */
  @POST
  @Path("rollback")
  public Response rollBack(
      @PathParam("policy") String name, @Context HttpHeaders headers, InputStream body) {
    caller.mustBe(Role.ADMIN);
    JsonObject json = Body.object(body, "version", "reason");
    if (!(json.get("version") instanceof JsonNumber version) || !version.isIntegral()) {
      throw Body.refused(json, "version", "the number of the version to go back to");
    }
    RollBack back =
        new RollBack(
            Names.policy(name),
            (int) Math.clamp(version.longValue(), 0, Integer.MAX_VALUE),
            expected(headers),
            caller.because(Body.member(json, "reason")));
    SavedPolicy saved = policies.rollBack(back);
    return Answer.json(200, saved(name, saved, false).build())
        .header("ETag", EntityTag.of(saved.version()))
        .build();
  }

  /**
   * Lets waiting jobs go past the gates, those that have waited longest first.
   *
   * @param count 1 to 10,000; what is no number is 1, what is out of bounds the bound
   * @param confirm also when the policy is paused
   */
  @POST
  @Path("admit")
  public Response admit(
      @PathParam("policy") String name,
      @QueryParam("count") @Nullable String count,
      @QueryParam("confirm") @Nullable String confirm,
      InputStream body) {
    caller.mustBe(Role.OPERATOR);
    Forced forced =
        admissions.admit(Names.policy(name), Count.of(count), confirmed(confirm), reason(body));
    return Answer.ok(VersionJson.forced(name, forced));
  }

  /** Lets everything go past the gates that waits, up to 10,000 jobs. */
  @POST
  @Path("drain")
  public Response drain(
      @PathParam("policy") String name,
      @QueryParam("confirm") @Nullable String confirm,
      InputStream body) {
    caller.mustBe(Role.OPERATOR);
    Forced forced = admissions.drain(Names.policy(name), confirmed(confirm), reason(body));
    return Answer.ok(VersionJson.forced(name, forced));
  }

  /**
   * Deletes; {@code jobs=cancel} takes living jobs with it. Notes stand in the header {@value
   * #NOTE}.
   */
  @DELETE
  public Response delete(
      @PathParam("policy") String name,
      @QueryParam("jobs") @Nullable String jobs,
      @QueryParam("reason") @Nullable String reason) {
    caller.mustBe(Role.ADMIN);
    boolean cancel = PageAsked.word("jobs", jobs, List.of("keep", "cancel")).equals("cancel");
    Response.ResponseBuilder answer = Response.noContent();
    policies
        .delete(Names.policy(name), cancel, caller.because(reason))
        .forEach(note -> answer.header(NOTE, note));
    return answer.build();
  }

  /** Nothing is admitted from here on. Body: {@code {"reason": "…"}} or none. */
  @POST
  @Path("pause")
  public Response pause(@PathParam("policy") String name, InputStream body) {
    caller.mustBe(Role.OPERATOR);
    policies.pause(Names.policy(name), reason(body));
    return answer(name, true);
  }

  /** Goes on. */
  @POST
  @Path("resume")
  public Response resume(@PathParam("policy") String name, InputStream body) {
    caller.mustBe(Role.OPERATOR);
    policies.resume(Names.policy(name), reason(body));
    return answer(name, false);
  }

  /** A page of partitions. */
  @GET
  @Path("partitions")
  public Response partitions(
      @PathParam("policy") String name,
      @QueryParam("source") @Nullable String source,
      @Context UriInfo uri) {
    String gate = PageAsked.text("source", source, LONGEST_GATE);
    return Answer.ok(
        FiguresJson.page(
            figures.partitions(Names.policy(name), gate, raw(uri)), FiguresJson::partition));
  }

  /** A page of lanes; {@code source} = those asleep on this gate. */
  @GET
  @Path("lanes")
  public Response lanes(
      @PathParam("policy") String name,
      @QueryParam("source") @Nullable String source,
      @Context UriInfo uri) {
    String gate = PageAsked.text("source", source, LONGEST_GATE);
    return Answer.ok(
        FiguresJson.page(figures.lanes(Names.policy(name), gate, raw(uri)), FiguresJson::lane));
  }

  private static Expected expected(HttpHeaders headers) {
    return EntityTag.expected(
        headers.getHeaderString(HttpHeaders.IF_MATCH),
        headers.getHeaderString(HttpHeaders.IF_NONE_MATCH));
  }

  private static PageAsked.Raw raw(UriInfo uri) {
    MultivaluedMap<String, String> query = uri.getQueryParameters();
    return new PageAsked.Raw(
        query.getFirst("page"),
        query.getFirst("size"),
        query.getFirst("sort"),
        query.getFirst("dir"),
        query.getFirst("q"));
  }

  private SaveRequest.By reason(InputStream body) {
    return caller.because(Body.member(Body.object(body, "reason"), "reason"));
  }

  private static Response answer(String name, boolean paused) {
    return Answer.ok(Json.createObjectBuilder().add("name", name).add("paused", paused).build());
  }

  private static boolean confirmed(@Nullable String confirm) {
    return PageAsked.word("confirm", confirm, List.of("false", "true")).equals("true");
  }

  private static JsonObjectBuilder saved(String name, SavedPolicy saved, boolean dryRun) {
    return Json.createObjectBuilder()
        .add("name", name)
        .add("version", saved.version())
        .add("created", saved.outcome() == Outcome.CREATED)
        .add("changed", saved.outcome() != Outcome.UNCHANGED)
        .add("dryRun", dryRun)
        .add("notes", Json.createArrayBuilder(saved.notes()));
  }
}
