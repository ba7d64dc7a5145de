package sluice.web.console;

import jakarta.ejb.EJBAccessException;
import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.application.FacesMessage;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.PolicyFigures;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.UnknownPolicy;

/**
 * Behind {@code policy.xhtml}: one policy, its gates and partitions. Everything the page shows
 * follows from its address, which every request carries, refreshes and buttons too.
 */
@Named("policyPage")
@RequestScoped
public class PolicyPage {
  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Visitor visitor;

  private boolean opened;
  private boolean readable = true;
  private @Nullable PolicyLine policy;
  private @Nullable PartitionTable partitions;
  private @Nullable Instant now;
  private @Nullable String reason;

  /** Reads the figures, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      Optional<PolicyFigures> found = figures.policy(getName());
      if (found.isPresent()) {
        PolicyFigures known = found.get();
        partitions =
            PartitionTable.read(
                figures, getName(), known.head().paused(), PartitionQuestion.of(parameters()));
        now = figures.databaseTime();
        policy = PolicyLine.of(known);
      } else {
        Trouble.status(404);
      }
    } catch (UnknownPolicy e) {
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("policy", e);
    }
  }

  /** Nothing more is admitted. */
  public void pause() {
    act(
        "Paused. What is in flight goes on; nothing more is admitted.",
        by -> policies.pause(getName(), by));
  }

  /** Admission goes on. */
  public void resume() {
    act("Resumed. Admission goes on in the order it had.", by -> policies.resume(getName(), by));
  }

  /**
   * Whether the page has the dialogs to pause and resume. What comes in is heard whoever sends it:
   * the service decides, and its refusal is told instead of nothing happening.
   */
  public boolean isOffering() {
    return !opened || (policy != null && visitor.isOperator());
  }

  /** The name in the page's address. */
  public String getName() {
    return Trouble.usable(parameters().get("name"));
  }

  /** Whether the figures could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The policy; null when there is none of this name. */
  public @Nullable PolicyLine getPolicy() {
    return policy;
  }

  /** Its figures; null when there is no such policy. */
  public @Nullable PolicyFigures getFigures() {
    return policy == null ? null : policy.figures();
  }

  /** Its gates as written. */
  public List<GateLine> getGates() {
    PolicyLine shown = policy;
    return shown == null ? List.of() : GateLine.of(shown.figures().head().document());
  }

  /** A page of its partitions. */
  public @Nullable PartitionTable getPartitions() {
    return partitions;
  }

  /** What the address asks for, with the page that there is. */
  public PartitionQuestion getAsked() {
    return partitions == null ? PartitionQuestion.of(parameters()) : partitions.asked();
  }

  /** Columns of the partitions. */
  public List<Column> getColumns() {
    return Column.OF_PARTITIONS;
  }

  /** Gates to choose from: those in force, and the one asked for. */
  public Set<String> getSources() {
    Set<String> sources = new LinkedHashSet<>();
    getGates().forEach(gate -> sources.add(gate.name()));
    if (!getAsked().source().isEmpty()) {
      sources.add(getAsked().source());
    }
    return sources;
  }

  /** Whether the address asks for less than all partitions. */
  public boolean isNarrowed() {
    return !getAsked().source().isEmpty() || !getAsked().filter().isEmpty();
  }

  /** The moment of the figures, by the database's clock. */
  public @Nullable Instant getNow() {
    return now;
  }

  /** Why somebody pauses or resumes. */
  public @Nullable String getReason() {
    return reason;
  }

  /** Why somebody pauses or resumes. */
  public void setReason(@Nullable String reason) {
    this.reason = reason;
  }

  private interface Action {
    void by(SaveRequest.By by);
  }

  private void act(String done, Action action) {
    try {
      action.by(visitor.because(reason));
      say(FacesMessage.SEVERITY_INFO, done);
      reason = null;
    } catch (UnknownPolicy e) {
      say(FacesMessage.SEVERITY_ERROR, "Not done: there is no policy of this name any more.");
    } catch (EJBAccessException e) {
      say(FacesMessage.SEVERITY_ERROR, "Not done: your role does not allow this.");
    } catch (DatabaseFailed | EJBException e) {
      Trouble.report("policy", e);
      say(FacesMessage.SEVERITY_ERROR, "Not done: the database does not answer. Try again.");
    }
  }

  private static void say(FacesMessage.Severity severity, String sentence) {
    FacesContext.getCurrentInstance()
        .addMessage(null, new FacesMessage(severity, sentence, sentence));
  }

  private static Map<String, String> parameters() {
    return FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
  }
}
