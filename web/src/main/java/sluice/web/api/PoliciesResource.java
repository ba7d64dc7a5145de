package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.json.JsonObject;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.DELETE;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HeaderParam;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.SavedPolicy;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.show.FiguresJson;

/** {@code /policies} and {@code /policies/{p}}: read with figures, save, delete. */
@Path("policies")
@RequestScoped
public class PoliciesResource {
  private static final int MOST = 1_000;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

  /** Policies by name; more than {@code size} are on the page that the Link header names. */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("size") @Nullable String size) {
    int most = PageAsked.number("size", size, MOST, 1, MOST);
    String behind = PageAsked.text("after", after, 100);
    List<PolicyFigures> page = figures.policies(behind == null ? "" : behind, most);
    Response.ResponseBuilder response =
        Answer.json(200, FiguresJson.array(page, FiguresJson::policy));
    if (page.size() == most) {
      String last = page.getLast().head().name();
      response.header("Link", "<?after=" + last + "&size=" + most + ">; rel=\"next\"");
    }
    return response.build();
  }

  /** One policy. */
  @GET
  @Path("{policy}")
  public Response read(@PathParam("policy") String name) {
    PolicyFigures policy =
        figures.policy(Names.policy(name)).orElseThrow(() -> new UnknownPolicy(name));
    return Answer.json(200, FiguresJson.policy(policy))
        .header("ETag", EntityTag.of(policy.head().version()))
        .build();
  }

  /** Saves; with {@code dryRun=true} only says what would happen. */
  @PUT
  @Path("{policy}")
  @Consumes({
    "application/json",
    "application/yaml",
    "application/x-yaml",
    "text/yaml",
    "text/x-yaml",
    "text/plain"
  })
  public Response save(
      @PathParam("policy") String name,
      @HeaderParam("If-Match") @Nullable String ifMatch,
      @HeaderParam("If-None-Match") @Nullable String ifNoneMatch,
      @QueryParam("dryRun") @Nullable String dryRun,
      @QueryParam("reason") @Nullable String reason,
      InputStream body) {
    caller.mustBe(Role.ADMIN);
    boolean dry = PageAsked.word("dryRun", dryRun, List.of("false", "true")).equals("true");
    Integer expected = EntityTag.expected(ifMatch, ifNoneMatch);
    SaveRequest request =
        new SaveRequest(name, Body.text(body), expected, dry, caller.because(reason));
    SavedPolicy saved = policies.save(request);
    boolean created = saved.outcome() == Outcome.CREATED;
    return Answer.json(created && !dry ? 201 : 200, answer(name, saved, dry))
        .header("ETag", EntityTag.of(saved.version()))
        .build();
  }

  /** Deletes; {@code jobs=cancel} takes living jobs with it. */
  @DELETE
  @Path("{policy}")
  public Response delete(
      @PathParam("policy") String name,
      @QueryParam("jobs") @Nullable String jobs,
      @QueryParam("reason") @Nullable String reason) {
    caller.mustBe(Role.ADMIN);
    boolean cancel = PageAsked.word("jobs", jobs, List.of("keep", "cancel")).equals("cancel");
    policies.delete(Names.policy(name), cancel, caller.because(reason));
    return Response.noContent().build();
  }

  private static JsonObject answer(String name, SavedPolicy saved, boolean dryRun) {
    return Json.createObjectBuilder()
        .add("name", name)
        .add("version", saved.version())
        .add("created", saved.outcome() == Outcome.CREATED)
        .add("changed", saved.outcome() != Outcome.UNCHANGED)
        .add("dryRun", dryRun)
        .add("notes", Json.createArrayBuilder(saved.notes()))
        .build();
  }
}
