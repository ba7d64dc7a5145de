package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.json.Json;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;
import sluice.ejb.account.Role;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.web.show.FiguresJson;

/** What operators do with a policy, and its partitions and lanes. */
@Path("policies/{policy}")
@RequestScoped
public class PolicyActionsResource {
  private static final int LONGEST_GATE = 100;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Caller caller;

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
    return caller.because(Body.member(Body.object(body), "reason"));
  }

  private static Response answer(String name, boolean paused) {
    return Answer.ok(Json.createObjectBuilder().add("name", name).add("paused", paused).build());
  }
}
