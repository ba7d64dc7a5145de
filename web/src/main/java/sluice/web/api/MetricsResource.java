package sluice.web.api;

import jakarta.enterprise.context.RequestScoped;
import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import sluice.ejb.metrics.MetricsService;

/** {@code /metrics}: the text format of Prometheus, for the role viewer. */
@Path("metrics")
@RequestScoped
public class MetricsResource {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private MetricsService metrics;

  /** One scrape. */
  @GET
  public Response scrape() {
    return Response.ok(metrics.text().getBytes(StandardCharsets.UTF_8))
        .header("Content-Type", TYPE)
        .header("Cache-Control", "no-store")
        .build();
  }
}
