package sluice.web.security;

import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import sluice.web.problem.Problem;

/**
 * {@code /error}: what the server shows when it fails by itself. A problem for programs, a plain
 * page for people, no trace.
 */
@WebServlet("/error")
public class ErrorServlet extends HttpServlet {
  @Override
  protected void service(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    int status =
        request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer code
            ? code
            : 404;
    String said =
        switch (status) {
          case 403 -> "Your role does not allow this.";
          case 404 -> "There is nothing under this address.";
          case 405 -> "This address does not take this method.";
          default ->
              status < 500
                  ? "The request cannot be served."
                  : "Something failed. The log says more.";
        };
    response.setStatus(status);
    response.setHeader("Cache-Control", "no-store");
    String home = request.getContextPath() + "/";
    Object uri = request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
    if (String.valueOf(uri).startsWith(home + "api/")) {
      response.setContentType(Problem.TYPE);
      response.getOutputStream().write(Problem.of(status, said).json());
    } else {
      response.setContentType("text/html");
      response.setCharacterEncoding("UTF-8");
      response.getWriter().write(PlainPage.error(status, said, home));
    }
  }
}
