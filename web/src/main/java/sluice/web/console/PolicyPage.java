package sluice.web.console;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
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

  private boolean opened;
  private boolean readable = true;
  private @Nullable PolicyLine policy;
  private @Nullable PartitionTable partitions;
  private @Nullable Instant now;

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
                figures, getName(), known.head().paused(), asked(known.head().document()));
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
    return partitions == null ? PartitionQuestion.of(parameters(), 0) : partitions.asked();
  }

  private static PartitionQuestion asked(String document) {
    long keyed = GateLine.of(document).stream().filter(gate -> !gate.key().isEmpty()).count();
    return PartitionQuestion.of(parameters(), keyed);
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

  private static Map<String, String> parameters() {
    return FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
  }
}
