package sluice.web.console;

import jakarta.faces.application.ViewExpiredException;
import jakarta.faces.context.ExceptionHandler;
import jakarta.faces.context.ExceptionHandlerFactory;
import jakarta.faces.context.ExceptionHandlerWrapper;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.faces.event.ExceptionQueuedEvent;
import jakarta.faces.event.PhaseId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.omnifaces.util.Exceptions;
import org.primefaces.csp.CspException;

/**
 * What becomes of a failure that no page foresaw.
 *
 * <p>A view that the server no longer knows, or never gave out, is loaded anew, with a word that
 * nothing was done; what nobody foresaw is logged under a number and leads to the error page. Both
 * also for requests that a script makes: those never fail in silence.
 */
public class ConsoleFailures extends ExceptionHandlerFactory {
  private static final Logger LOG = System.getLogger(ConsoleFailures.class.getName());

  /** For the container. */
  public ConsoleFailures(ExceptionHandlerFactory wrapped) {
    super(wrapped);
  }

  @Override
  public ExceptionHandler getExceptionHandler() {
    return new Handler(getWrapped().getExceptionHandler());
  }

  private static final class Handler extends ExceptionHandlerWrapper {
    Handler(ExceptionHandler wrapped) {
      super(wrapped);
    }

    @Override
    public void handle() {
      FacesContext faces = FacesContext.getCurrentInstance();
      Throwable first = takeAll();
      if (first == null || faces.getExternalContext().isResponseCommitted()) {
        super.handle();
        return;
      }
      try {
        answer(faces, first);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      faces.responseComplete();
    }

    private @Nullable Throwable takeAll() {
      Throwable first = null;
      Iterator<ExceptionQueuedEvent> events = getUnhandledExceptionQueuedEvents().iterator();
      while (events.hasNext()) {
        Throwable failure = events.next().getContext().getException();
        first = first == null ? failure : first;
        events.remove();
      }
      return first;
    }
  }

  private static void answer(FacesContext faces, Throwable failure) throws IOException {
    ExternalContext external = faces.getExternalContext();
    Throwable cause = Exceptions.unwrap(failure);
    external.responseReset();
    boolean expired = cause instanceof ViewExpiredException || cause instanceof CspException;
    if (expired || faces.getCurrentPhaseId() == PhaseId.RESTORE_VIEW) {
      if (!expired) {
        LOG.log(
            Level.WARNING,
            "event=forged-view page=" + external.getRequestServletPath() + " " + cause);
      }
      external.redirect(Addresses.again(external));
      return;
    }
    UUID number = UUID.randomUUID();
    LOG.log(Level.ERROR, "event=unforeseen-failure number=" + number, failure);
    if (faces.getPartialViewContext().isAjaxRequest()) {
      external.redirect(Addresses.failed(external, number));
    } else {
      external.responseSendError(500, "");
    }
  }
}
