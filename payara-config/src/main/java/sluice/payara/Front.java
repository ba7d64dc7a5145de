package sluice.payara;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * What stands at the root of the server beside Sluice: leads from {@code /} to the console and
 * finds nothing else. Without it the server answers with pages of its own, which name it and its
 * version. The launcher hands it to the server as an application of its own; on the class path of
 * that process it must not be, since it would be found there without the servlet API.
 */
public final class Front extends HttpServlet {
  private static final byte[] NOTHING =
      "There is nothing under this address; Sluice is at /sluice/.\n"
          .getBytes(StandardCharsets.UTF_8);

  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    response.setHeader("Cache-Control", "no-store");
    response.setHeader("X-Content-Type-Options", "nosniff");
    if (request.getRequestURI().equals("/")) {
      response.setStatus(HttpServletResponse.SC_FOUND);
      response.setHeader("Location", "/sluice/");
    } else {
      // No sendError: that would bring the server's page.
      response.setStatus(HttpServletResponse.SC_NOT_FOUND);
      response.setContentType("text/plain;charset=UTF-8");
      response.setContentLength(NOTHING.length);
      response.getOutputStream().write(NOTHING);
    }
  }
}
