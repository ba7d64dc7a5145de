package sluice.web.act;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.ExternalContext;
import jakarta.faces.context.FacesContext;
import jakarta.faces.event.PhaseId;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import jakarta.security.enterprise.SecurityContext;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.security.Principal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.primefaces.context.PrimeFacesContext;
import sluice.ejb.account.Role;
import sluice.ejb.audit.AuditEntry;
import sluice.ejb.audit.AuditTrail;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.policy.SaveRequest;

/**
 * The form that was sent, whichever it is: checks who sent it, that it counts once and that the
 * person saw what is in force, has the act done, and leads to a page that tells its end.
 *
 * <p>Every form carries a {@link Stamp}. A form that comes twice is done once and tells the same
 * end twice. A form whose subject somebody acted on since it was shown is not done: the person is
 * told who did what, and may press again.
 */
@Named("act")
@RequestScoped
public class Acting {
  /** Longest reason. */
  public static final int LONGEST_REASON = 1_000;

  /** Parameter of the page that tells the end of an act. */
  static final String TOLD = "told";

  private static final Logger LOG = System.getLogger(Acting.class.getName());

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private SecurityContext security;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Once once;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private AuditTrail audit;

  private final Map<String, String> stamps = new HashMap<>();
  private @Nullable Said said;
  private @Nullable String failed;

  /** What is done, and what to say of it. */
  public interface Work {
    /** Does it. */
    Said by(SaveRequest.By by);
  }

  private record End(int status, Said said) {}

  /** Has an act done, or says why not. */
  public void perform(Order order, Work work) {
    Stamp shared = Stamp.of(field("stamp"));
    Stamp stamp = shared == null ? null : shared.ofForm(field("ask"));
    if (!is(order.role())) {
      refuse(403, Said.bad(Refusals.ROLE));
    } else if (stamp == null) {
      refuse(400, Said.bad("Not done: the form is not one of this page. Load it anew."));
    } else {
      Optional<Said> wrong = wrongReason(order);
      if (wrong.isPresent()) {
        refuse(200, wrong.get());
        return;
      }
      Optional<Said> before = once.take(getCaller(), stamp.once());
      if (before.isEmpty()) {
        perform(order, work, stamp);
      } else if (before.get().kind() == Said.Kind.GOOD) {
        once.done(getCaller(), stamp.once(), before.get().again());
        lead(order.next(), stamp.once());
      } else {
        refuse(200, before.get());
      }
    }
  }

  private void perform(Order order, Work work, Stamp stamp) {
    End end;
    try {
      end = attempt(order, work, stamp.seen());
    } catch (RuntimeException e) {
      once.undone(getCaller(), stamp.once(), Said.bad("Something failed."));
      throw e;
    }
    if (end.said().kind() == Said.Kind.GOOD) {
      once.done(getCaller(), stamp.once(), end.said());
      lead(order.next(), stamp.once());
    } else {
      once.undone(getCaller(), stamp.once(), end.said());
      refuse(end.status(), end.said());
    }
  }

  private End attempt(Order order, Work work, long seen) {
    try {
      Said meanwhile = meanwhile(order.subject(), seen);
      return new End(
          200, meanwhile == null ? work.by(new SaveRequest.By(getCaller(), reason())) : meanwhile);
    } catch (RuntimeException e) {
      Refusals.Told told = Refusals.of(e).orElse(null);
      if (told == null) {
        throw e;
      }
      LOG.log(Level.INFO, "event=act-refused cause=" + e.getClass().getSimpleName());
      return new End(told.status(), Said.bad(told.sentence()));
    }
  }

  private Optional<Said> wrongReason(Order order) {
    String given = field("reason");
    if (given.length() > LONGEST_REASON || given.indexOf('\0') >= 0) {
      return Optional.of(
          Said.bad(
              "Not done: a reason has at most 1,000 characters and none that cannot be shown."));
    }
    return given.isBlank() && order.reason() == Order.Why.REQUIRED
        ? Optional.of(Said.bad("Not done: this needs a reason; it stands in the audit trail."))
        : Optional.empty();
  }

  private @Nullable Said meanwhile(String subject, long seen) {
    AuditEntry newest = newest(subject);
    if (newest == null || newest.getId() <= seen) {
      return null;
    }
    String why = newest.getReason() == null ? "" : " (" + newest.getReason() + ")";
    String who = newest.getActor().equals(getCaller()) ? "you" : newest.getActor();
    return Said.warn(
        "Not done: since this form was shown, %s did %s%s. The page now shows what is in force; press again if it is still meant."
            .formatted(who, newest.getAction(), why));
  }

  private @Nullable AuditEntry newest(String subject) {
    List<AuditEntry> entries =
        audit.entries(new AuditTrail.About(subject, null), Long.MAX_VALUE, 1);
    return entries.isEmpty() ? null : entries.getFirst();
  }

  /** Not done, and the page says why; its forms keep what was filled in. */
  private void refuse(int status, Said why) {
    said = why;
    failed = field("ask");
    if (status != 200) {
      FacesContext.getCurrentInstance().getExternalContext().setResponseStatus(status);
    }
  }

  private void lead(@Nullable String next, UUID told) {
    FacesContext faces = FacesContext.getCurrentInstance();
    ExternalContext external = faces.getExternalContext();
    HttpServletRequest request = (HttpServletRequest) external.getRequest();
    try {
      external.redirect(
          next == null
              ? Leading.again(request.getRequestURI(), request.getQueryString(), told)
              : Leading.again(external.getRequestContextPath() + next, null, told));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    faces.responseComplete();
  }

  /** Rides in the forms about a subject; one for each request and subject. */
  public String stampOf(String subject) {
    return stamps.computeIfAbsent(subject, about -> Stamp.fresh(seen(about)).toString());
  }

  /**
   * Rides in the forms too: a page that is shown again after a refusal has to carry it on. Scripts
   * put it in only on pages that have some of the component library.
   */
  public String getNonce() {
    return PrimeFacesContext.getCspState(FacesContext.getCurrentInstance()).getNonce();
  }

  /** Without an answer of the database nothing was seen, and an act is told of what there is. */
  private long seen(String subject) {
    try {
      AuditEntry newest = newest(subject);
      return newest == null ? 0 : newest.getId();
    } catch (DatabaseFailed | EJBException e) {
      return 0;
    }
  }

  /** What to tell on this page; null = nothing. */
  public @Nullable Said getSaid() {
    if (said != null) {
      return said;
    }
    String told =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get(TOLD);
    try {
      return told == null || told.length() != 36
          ? null
          : once.said(getCaller(), UUID.fromString(told));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Name of the form that was sent and not done; null = none was. */
  public @Nullable String getFailed() {
    return failed;
  }

  /** What was filled in; empty for nothing. */
  public String field(String name) {
    return fields().one(name);
  }

  /** Everything that was filled in under a name. */
  public List<String> all(String name) {
    return fields().all(name);
  }

  /** The reason that was filled in; null for a blank one. */
  public @Nullable String reason() {
    String given = field("reason").strip();
    return given.isEmpty() ? null : given;
  }

  /** Whether to offer what operators do. */
  public boolean isOperator() {
    return is(Role.OPERATOR);
  }

  /** Whether to offer what administrators do. */
  public boolean isAdmin() {
    return is(Role.ADMIN);
  }

  /**
   * Whether the page has a form: when it is shown, for those who may. What comes in is heard
   * whoever sends it, so that a refusal is told and nothing is ignored in silence.
   */
  public boolean hears(String role) {
    return FacesContext.getCurrentInstance().getCurrentPhaseId() != PhaseId.RENDER_RESPONSE
        || security.isCallerInRole(role);
  }

  /** The caller's name. */
  public String getCaller() {
    Principal principal = security.getCallerPrincipal();
    return principal == null ? "nobody" : principal.getName();
  }

  private boolean is(Role role) {
    return security.isCallerInRole(role.word());
  }

  private static Fields fields() {
    HttpServletRequest request =
        (HttpServletRequest) FacesContext.getCurrentInstance().getExternalContext().getRequest();
    return new Fields(request.getParameterMap(), request.getQueryString());
  }
}
