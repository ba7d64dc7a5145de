package sluice.web.jobs;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.explain.GateVerdict;
import sluice.core.gate.Usage;
import sluice.core.reason.Reason;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.explain.Explained;
import sluice.ejb.explain.Explaining;
import sluice.ejb.explain.JobExplained;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobView;
import sluice.web.console.Denial;
import sluice.web.console.Show;
import sluice.web.console.Trouble;
import sluice.web.console.Visitor;

/**
 * Behind {@code job.xhtml}: one job, wherever it is, and why it waits. The message is read only
 * where the address asks for it and the visitor is an operator; the service checks that again.
 */
@Named("jobPage")
@RequestScoped
public class JobDetailPage {
  private static final String NUMBER = "[0-9]{1,18}";

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup lookup;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Explaining explaining;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Visitor visitor;

  private boolean opened;
  private boolean readable = true;
  private @Nullable JobView job;
  private @Nullable JobExplained explained;

  /** Reads the job, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    if (!getId().matches(NUMBER)) {
      Trouble.status(404);
      return;
    }
    long id = Long.parseLong(getId());
    try {
      Optional<JobView> found = lookup.find(id, isShowing());
      job = found.orElse(null);
      if (job == null) {
        Trouble.status(404);
      } else {
        explained = explaining.job(id).orElse(null);
      }
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("job", e);
    }
  }

  /** The number in the page's address. */
  public String getId() {
    return Trouble.usable(parameters().get("id")).strip();
  }

  /** Whether the job could be looked for. */
  public boolean isReadable() {
    return readable;
  }

  /** The job; null when there is none of this number. */
  public @Nullable JobView getJob() {
    return job;
  }

  /** Why it waits; null: it does not. */
  public @Nullable Explained getWhy() {
    return explained == null ? null : explained.explained();
  }

  /** Its place among those that wait; null: it has none. */
  public JobExplained.@Nullable Position getPosition() {
    return explained == null ? null : explained.position();
  }

  /** Whether it is being moved to a lane of the policy's newest version. */
  public boolean isMoving() {
    return explained != null && explained.labels().moving();
  }

  /** How it stands, in one sentence. */
  public String getSentence() {
    JobView known = job;
    Explained why = getWhy();
    if (known == null) {
      return "";
    }
    if (why != null) {
      return "It waits: " + Denial.words(why.why().reason()) + where(why.why().holder()) + ".";
    }
    return switch (known.state()) {
      case "admitted" ->
          "It does not wait: attempt " + known.progress().attempt() + " is in flight.";
      case "finished" -> "It is over: a worker finished it.";
      case "dead" ->
          "It is dead: "
              + cause(known.progress().cause())
              + ". It stays until somebody retries or cancels it.";
      case "cancelled" -> "It is over: somebody cancelled it.";
      case "expired" -> "It is over: it was not admitted before its expiration.";
      default -> "It waits; a tick looks at it in a moment.";
    };
  }

  private static String where(@Nullable GateVerdict holder) {
    return holder == null ? "" : " at gate " + holder.gate() + ", key " + holder.key();
  }

  private static String cause(@Nullable String cause) {
    return cause == null || cause.isEmpty() ? "its attempts are used up" : cause;
  }

  /** What a gate says, in few words. */
  public String verdict(GateVerdict gate) {
    Reason reason = gate.reason();
    return reason == null ? "lets it go" : Denial.words(reason);
  }

  /** What is used of a gate's limit. */
  public String used(GateVerdict gate) {
    Show show = new Show();
    Usage usage = gate.usage();
    if (usage.limit() == null) {
      return show.decimal(usage.used()) + " in flight, no limit";
    }
    String limit = show.decimal(usage.limit());
    return gate.type().equals("throttle")
        ? show.decimal(usage.used()) + " of " + limit + " tokens used"
        : show.decimal(usage.used()) + " of " + limit + " in flight";
  }

  /** {@code 7} or {@code 1,000 or more}. */
  public String ahead(int number) {
    String shown = new Show().count(number);
    return number >= JobExplained.COUNTED ? shown + " or more" : shown;
  }

  /** Its way so far. */
  public List<Life.Step> getLife() {
    return job == null ? List.of() : Life.of(job);
  }

  /** Whether the message is shown: an operator asked for it. */
  public boolean isShowing() {
    return "shown".equals(parameters().get("message")) && visitor.isOperator();
  }

  /** The message; null where it is masked or gone. */
  public @Nullable MessageText getMessage() {
    JobView known = job;
    return known == null || known.payload() == null || !isShowing()
        ? null
        : MessageText.of(known.payload().message());
  }

  private static Map<String, String> parameters() {
    return FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
  }
}
