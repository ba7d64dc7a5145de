package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import sluice.ejb.observe.Figures;
import sluice.web.show.FiguresJson;

/** {@code /stats}: the whole deployment. */
@Path("stats")
@RequestScoped
public class StatsResource {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  /** Totals, rates, lag, outbox, ticks. */
  @GET
  public Response read() {
    return Answer.ok(FiguresJson.stats(figures.stats()));
  }
}
