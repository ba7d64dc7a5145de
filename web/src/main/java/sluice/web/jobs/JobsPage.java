package sluice.web.jobs;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.JobLine;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobPage;
import sluice.ejb.observe.JobQuestion;
import sluice.ejb.policy.UnknownPolicy;
import sluice.web.console.Trouble;

/** Behind {@code jobs.xhtml}: jobs of one state, a page at a time. */
@Named("jobsPage")
@RequestScoped
public class JobsPage {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup lookup;

  private boolean opened;
  private boolean readable = true;
  private boolean policyKnown = true;
  private @Nullable JobPage page;

  /** Reads the jobs, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    JobSearch asked = getAsked();
    try {
      JobQuestion question = asked.question(JobSearch.SIZE);
      if (asked.key().isEmpty()) {
        page = lookup.list(question);
      } else if (!asked.policy().isEmpty()) {
        page = lookup.living(question, asked.key());
      }
    } catch (UnknownPolicy e) {
      policyKnown = false;
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("jobs", e);
    }
  }

  /** What the address asks for. */
  public JobSearch getAsked() {
    return JobSearch.of(
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap());
  }

  /** States to choose from. */
  public List<String> getStates() {
    return JobQuestion.STATES;
  }

  /** Whether the jobs could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The jobs. */
  public List<JobLine> getJobs() {
    return page == null ? List.of() : page.jobs();
  }

  /** Where the next page begins; null at the end. */
  public @Nullable String getNext() {
    return page == null || page.next() == null ? null : page.next().toString();
  }

  /** What to say where the list is empty. */
  public String getNothing() {
    JobSearch asked = getAsked();
    if (!policyKnown) {
      return "No policy is called "
          + asked.policy()
          + ". Leave the policy out, or look it up on the overview.";
    }
    if (!asked.key().isEmpty()) {
      return asked.policy().isEmpty()
          ? "A key is unique in its policy: name the policy too."
          : "No living job of this policy carries this key. Dead jobs and jobs that are over are found by their state.";
    }
    if (getNext() != null) {
      return "None of the jobs looked at matches. Go on with the next page.";
    }
    return "No job is "
        + asked.state()
        + (asked.policy().isEmpty() && asked.namespace().isEmpty()
            ? "."
            : " here. Leave the policy or the namespace out.");
  }
}
