package sluice.web.operate;

import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.ejb.cancel.JobCancelling;
import sluice.ejb.dead.DeadRetrying;
import sluice.ejb.dead.Retried;
import sluice.ejb.observe.JobLookup;
import sluice.ejb.observe.JobView;
import sluice.web.act.Acting;
import sluice.web.act.Order;
import sluice.web.act.Said;

/** Acts on the job that the page's address names. */
@Named("jobActs")
@RequestScoped
public class JobActs {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Acting act;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobLookup jobs;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private JobCancelling cancelling;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private DeadRetrying retrying;

  private @Nullable Optional<JobView> job;

  /** Cancels it if it waits, gives it up if it is dead. */
  public void cancel() {
    act.perform(
        Order.operator(getSubject()),
        by ->
            cancelling.cancel(id(), by.actor(), by.reason())
                ? Said.done("Cancelled.")
                : Said.warn(
                    "Not done: " + state() + "; only waiting and dead jobs are cancelled."));
  }

  /** Puts it back into a lane if it is dead. */
  public void retry() {
    act.perform(
        Order.operator(getSubject()),
        by ->
            switch (retrying.one(id(), new DeadRetrying.By(by.actor(), by.reason()))) {
              case Retried.Waiting w ->
                  Said.done("It waits again, with all its attempts before it.");
              case Retried.StaysDead dead ->
                  Said.bad("Not done: it stays dead, since " + dead.detail() + ".");
              case Retried.NotDead n ->
                  Said.warn("Not done: " + state() + "; only dead jobs are tried again.");
            });
  }

  /** Whether it can be cancelled. */
  public boolean isWaiting() {
    return is("pending") || is("scheduled");
  }

  /** Whether a worker has it. */
  public boolean isInFlight() {
    return is("admitted");
  }

  /** Whether it is dead. */
  public boolean isDead() {
    return is("dead");
  }

  /** The job as the audit calls it. */
  public String getSubject() {
    return "job:" + id();
  }

  private boolean is(String state) {
    if (job == null) {
      job = jobs.find(id(), false);
    }
    return job.isPresent() && job.get().state().equals(state);
  }

  private String state() {
    return jobs.find(id(), false)
        .map(found -> "the job is " + found.state())
        .orElse("there is no such job");
  }

  private static long id() {
    String id =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap().get("id");
    return id != null && id.matches("[0-9]{1,18}") ? Long.parseLong(id) : 0;
  }
}
