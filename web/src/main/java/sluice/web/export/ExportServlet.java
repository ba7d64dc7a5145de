package sluice.web.export;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.charset.StandardCharsets;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.policy.UnknownPolicy;

/**
 * {@code /export/{table}.csv}: a table of the console as a file, for whoever may see the page. Rows
 * are sent as they are read; a file ends after {@value Export#MOST} rows and says so.
 */
@WebServlet("/export/*")
public class ExportServlet extends HttpServlet {
  private static final Logger LOG = System.getLogger(ExportServlet.class.getName());
  private static final String SUFFIX = ".csv";
  private static final String CUT = "(cut after %,d rows: narrow the search)";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private transient Exports exports;

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String path = String.valueOf(request.getPathInfo());
    String name =
        path.matches("/[a-z]+\\.csv") ? path.substring(1, path.length() - SUFFIX.length()) : "";
    Export table = exports.named(name);
    if (table == null) {
      response.sendError(404);
      return;
    }
    response.setContentType("text/csv");
    response.setCharacterEncoding("UTF-8");
    response.setHeader("Content-Disposition", "attachment; filename=\"" + name + SUFFIX + "\"");
    response.setHeader("Cache-Control", "no-store");
    try {
      write(table, new Export.Asked(request.getParameterMap()), response);
    } catch (BadQuestion e) {
      fail(response, 400);
    } catch (UnknownPolicy e) {
      fail(response, 404);
    } catch (EJBAccessException e) {
      fail(response, 403);
    } catch (DatabaseFailed | EJBException e) {
      LOG.log(Level.WARNING, "event=export-failed table=" + name + " " + e);
      fail(response, e instanceof DatabaseFailed failed && failed.dataRefused() ? 400 : 503);
    }
  }

  private static void write(Export table, Export.Asked asked, HttpServletResponse response)
      throws IOException {
    Writer out = new OutputStreamWriter(response.getOutputStream(), StandardCharsets.UTF_8);
    Csv csv = new Csv(out);
    csv.line((Object[]) table.columns().split(",", -1));
    if (table.rows().write(asked, csv)) {
      csv.line(CUT.formatted(Export.MOST));
    }
    out.flush();
  }

  /** An answer that is on its way already breaks off, so that nobody takes it for whole. */
  private static void fail(HttpServletResponse response, int status) throws IOException {
    if (response.isCommitted()) {
      throw new IOException("an export broke off");
    }
    response.reset();
    response.sendError(status);
  }
}
