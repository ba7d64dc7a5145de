package sluice.web.api;

import jakarta.annotation.Priority;
import jakarta.ws.rs.Priorities;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ResourceInfo;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.ext.Provider;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.expression.Shown;
import sluice.core.policy.Fault;
import sluice.web.problem.Problem;

/**
 * Bodies are JSON, everywhere but where a method {@link Takes} more. A body that says it is
 * something else is refused with the types that are taken; one that does not say is read as one of
 * them.
 */
@Provider
@Priority(Priorities.HEADER_DECORATOR)
public class BodyTypes implements ContainerRequestFilter {
  private static final List<String> USUAL = List.of(MediaType.APPLICATION_JSON);

  @Context
  @SuppressWarnings("NullAway.Init") // injected
  private ResourceInfo resource;

  @Override
  public void filter(ContainerRequestContext request) {
    MediaType type = request.getMediaType();
    List<String> taken = taken(resource.getResourceMethod().getAnnotation(Takes.class));
    if (type != null && !isAmong(type, taken) && request.hasEntity()) {
      String list = String.join(", ", taken);
      Fault fault = new Fault(HttpHeaders.CONTENT_TYPE, Shown.of(type), list);
      request.abortWith(
          Problem.faults(List.of(fault), fault.sentence())
              .as(415)
              .response()
              .header(HttpHeaders.ACCEPT, list)
              .build());
    }
  }

  static List<String> taken(@Nullable Takes more) {
    return more == null ? USUAL : List.of(more.value());
  }

  static boolean isAmong(MediaType type, List<String> taken) {
    return taken.stream().anyMatch((type.getType() + "/" + type.getSubtype())::equalsIgnoreCase);
  }
}
