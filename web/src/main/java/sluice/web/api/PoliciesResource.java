package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import org.jspecify.annotations.Nullable;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.observe.PolicyFigures;
import sluice.web.show.FiguresJson;

/** {@code /policies}: the list with figures. */
@Path("policies")
@RequestScoped
public class PoliciesResource {
  private static final int MOST = 1_000;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  /** Policies by name; more than {@code size} are on the page that the Link header names. */
  @GET
  public Response list(
      @QueryParam("after") @Nullable String after, @QueryParam("size") @Nullable String size) {
    int most = PageAsked.number("size", size, MOST, 1, MOST);
    String behind = PageAsked.text("after", after, 100);
    Stretch<PolicyFigures> page =
        Stretch.of(figures.policies(behind == null ? "" : behind, most + 1), most);
    Response.ResponseBuilder response =
        Answer.json(200, FiguresJson.array(page.items(), FiguresJson::policy));
    if (page.more()) {
      String last = page.last().head().name();
      response.header("Link", "<?after=" + last + "&size=" + most + ">; rel=\"next\"");
    }
    return response.build();
  }
}
