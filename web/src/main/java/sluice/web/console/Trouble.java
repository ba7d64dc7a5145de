package sluice.web.console;

import jakarta.faces.context.FacesContext;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;

/** What pages do when something cannot be read. Stateless. */
public final class Trouble {
  private static final Logger LOG = System.getLogger(Trouble.class.getName());
  private static final int LONGEST_NAME = 512;

  private Trouble() {}

  /** Logs it, and a page that is not a refresh answers 503. */
  public static void report(String page, RuntimeException failure) {
    if (failure instanceof DatabaseFailed) {
      LOG.log(Level.WARNING, "event=page-without-figures page=" + page + " " + failure);
    } else {
      LOG.log(Level.WARNING, "event=page-without-figures page=" + page, failure);
    }
    status(503);
  }

  /** The answer's status, where the browser looks at it. */
  public static void status(int status) {
    FacesContext faces = FacesContext.getCurrentInstance();
    if (!faces.getPartialViewContext().isAjaxRequest()) {
      faces.getExternalContext().setResponseStatus(status);
    }
  }

  /** A text that the database can compare with; empty for any other. */
  public static String usable(@Nullable String text) {
    try {
      String usable = PageAsked.text("text", text, LONGEST_NAME);
      return usable == null ? "" : usable;
    } catch (BadQuestion e) {
      return "";
    }
  }
}
