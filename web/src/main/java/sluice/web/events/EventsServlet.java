package sluice.web.events;

import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.broadcast.Subscription;
import sluice.ejb.database.DatabaseFailed;
import sluice.web.problem.Problem;

/**
 * {@code GET /api/events}: server-sent events, for whoever may see the rest ({@code web.xml}). The
 * same under {@code /console-events} for pages, whose visitors have a session. A servlet, because a
 * resource's event sink blocks its sender when a client does not read.
 */
@WebServlet(
    name = "events",
    urlPatterns = {"/api/events", "/console-events"},
    asyncSupported = true)
public class EventsServlet extends HttpServlet {
  /** A reconnecting client's last event. */
  private static final String LAST_SEEN = "Last-Event-ID";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private transient EventStreams streams;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private transient StreamGuard guard;

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    if (!request.getMethod().equals("GET")) {
      response.setHeader("Allow", "GET");
      refuse(response, Problem.of(405, "this address does not take this method"));
      return;
    }
    Long seen = null;
    String last = request.getHeader(LAST_SEEN);
    if (last != null && !last.isBlank()) {
      seen = number(last.strip());
      if (seen == null) {
        refuse(response, Problem.of(400, LAST_SEEN + " is the id of an event: a number from 0"));
        return;
      }
    }
    open(request, response, seen);
  }

  private void open(HttpServletRequest request, HttpServletResponse response, @Nullable Long seen)
      throws IOException {
    StreamConnection connection = new StreamConnection(streams, guard.of(request));
    Optional<Subscription> subscription;
    try {
      subscription = streams.subscribe(seen, connection);
    } catch (DatabaseFailed | jakarta.ejb.EJBException e) {
      response.setHeader("Retry-After", "1");
      refuse(response, Problem.of(503, "the database does not answer; try again"));
      return;
    }
    if (subscription.isEmpty()) {
      response.setHeader("Retry-After", "5");
      refuse(
          response,
          Problem.of(
              503, "this node has as many subscribers as it may have; try again or another"));
      return;
    }
    response.setStatus(200);
    response.setContentType("text/event-stream;charset=UTF-8");
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Accel-Buffering", "no");
    boolean started = false;
    try {
      connection.start(request, subscription.get());
      started = true;
    } finally {
      if (!started) {
        streams.leave(subscription.get());
      }
    }
  }

  private static @Nullable Long number(String text) {
    try {
      long number = Long.parseLong(text);
      return number >= 0 ? number : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static void refuse(HttpServletResponse response, Problem problem) throws IOException {
    response.setStatus(problem.status());
    response.setContentType(Problem.TYPE);
    response.setHeader("Cache-Control", "no-store");
    response.getOutputStream().write(problem.json());
  }
}
