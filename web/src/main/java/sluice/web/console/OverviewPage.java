package sluice.web.console;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.Figures;
import sluice.ejb.observe.Stats;

/** Behind {@code overview.xhtml}: all policies with their figures. */
@Named("overview")
@RequestScoped
public class OverviewPage {
  /** Policies on a page. */
  static final int SIZE = 100;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Figures figures;

  private boolean opened;
  private List<PolicyLine> policies = List.of();
  private @Nullable Stats stats;
  private @Nullable String next;

  /** Reads the figures, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    String after =
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("after");
    try {
      stats = figures.stats();
      List<PolicyLine> found =
          figures.policies(Trouble.usable(after), SIZE + 1).stream().map(PolicyLine::of).toList();
      policies = found.size() > SIZE ? found.subList(0, SIZE) : found;
      next = found.size() > SIZE ? policies.getLast().figures().head().name() : null;
    } catch (DatabaseFailed | EJBException e) {
      stats = null;
      Trouble.report("overview", e);
    }
  }

  /** Whether the figures could be read. */
  public boolean isReadable() {
    return stats != null;
  }

  /** Figures over all policies; null when they could not be read. */
  public @Nullable Stats getStats() {
    return stats;
  }

  /** The rows of this page, by name. */
  public List<PolicyLine> getPolicies() {
    return policies;
  }

  /** The name behind which the next page begins; null on the last one. */
  public @Nullable String getNext() {
    return next;
  }
}
