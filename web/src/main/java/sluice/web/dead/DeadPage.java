package sluice.web.dead;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.Death;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.JobCursor;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobPage;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.console.Trouble;

/** Behind {@code dead.xhtml}: dead jobs, the longest dead first, of one policy or of all. */
@Named("deadPage")
@RequestScoped
public class DeadPage {
  /** Jobs on a page. */
  static final int SIZE = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  private boolean opened;
  private boolean readable = true;
  private boolean known = true;
  private List<DeadLine> lines = List.of();
  private @Nullable JobCursor next;
  private @Nullable PolicyFigures policy;

  /** Reads the page, once; called before it is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      String name = getName();
      policy =
          name.isEmpty() ? null : figures.policy(name).orElseThrow(() -> new UnknownPolicy(name));
      JobPage page =
          jobs.list(new JobQuestion("dead", name.isEmpty() ? null : name, null, after(), SIZE));
      Map<Long, Death> deaths = jobs.deaths(page.jobs().stream().map(JobLine::id).toList());
      lines = page.jobs().stream().map(job -> new DeadLine(job, deaths.get(job.id()))).toList();
      next = page.next();
    } catch (UnknownPolicy e) {
      known = false;
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("dead", e);
    }
  }

  /** The policy in the page's address; empty = all. */
  public String getName() {
    return Trouble.usable(parameter("policy"));
  }

  /** Whether it could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** Whether there is such a policy. */
  public boolean isKnown() {
    return known;
  }

  /** The policy; null for all of them. */
  public @Nullable PolicyFigures getPolicy() {
    return policy;
  }

  /** The rows of this page. */
  public List<DeadLine> getLines() {
    return lines;
  }

  /** Where the next page begins; null on the last one. */
  public @Nullable String getNext() {
    return next == null ? null : next.toString();
  }

  /** A place that makes no sense is the first. */
  private static @Nullable JobCursor after() {
    try {
      return JobCursor.of(parameter("after"));
    } catch (BadQuestion e) {
      return null;
    }
  }

  private static @Nullable String parameter(String name) {
    return FacesContext.getCurrentInstance()
        .getExternalContext()
        .getRequestParameterMap()
        .get(name);
  }
}
