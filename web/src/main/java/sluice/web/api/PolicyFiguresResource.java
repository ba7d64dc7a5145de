package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.UriInfo;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.HintService;
import sluice.ejb.observe.PageAsked;
import sluice.web.show.FiguresJson;
import sluice.web.show.ObservationsJson;

/** {@code /policies/{p}/observations} and {@code /policies/{p}/hints}. */
@Path("policies/{policy}")
@RequestScoped
public class PolicyFiguresResource {
  private static final int LONGEST_GATE = 100;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private HintService hints;

  /** The last 60 minutes of the policy, and a page of partitions of which something was seen. */
  @GET
  @Path("observations")
  public Response observations(
      @PathParam("policy") String name,
      @QueryParam("source") @Nullable String source,
      @Context UriInfo uri) {
    String gate = PageAsked.text("source", source, LONGEST_GATE);
    MultivaluedMap<String, String> query = uri.getQueryParameters();
    PageAsked.Raw page =
        new PageAsked.Raw(
            query.getFirst("page"),
            query.getFirst("size"),
            query.getFirst("sort"),
            query.getFirst("dir"),
            query.getFirst("q"));
    return Answer.ok(ObservationsJson.of(figures.observations(Names.policy(name), gate, page)));
  }

  /** What operators should know, each with the knob to turn. */
  @GET
  @Path("hints")
  public Response hints(@PathParam("policy") String name) {
    return Answer.ok(FiguresJson.array(hints.ofPolicy(Names.policy(name)), ObservationsJson::hint));
  }
}
