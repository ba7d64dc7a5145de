package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.HintService;
import sluice.web.show.FiguresJson;

/** {@code /stats}: the whole deployment. */
@Path("stats")
@RequestScoped
public class StatsResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private HintService hints;

  /** Totals, rates, lag, outbox, ticks, hints. */
  @GET
  public Response read() {
    return Answer.ok(FiguresJson.stats(figures.stats(), hints.ofDeployment()));
  }
}
