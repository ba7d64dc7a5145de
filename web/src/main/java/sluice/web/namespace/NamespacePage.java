package sluice.web.namespace;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.namespace.Namespaces;
import sluice.ejb.namespace.ShareOfNamespace;
import sluice.web.console.Trouble;

/** Behind {@code namespace.xhtml}: one tenant, its ceiling and where its jobs wait. */
@Named("namespacePage")
@RequestScoped
public class NamespacePage {
  private static final int SHOWN = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  private boolean opened;
  private boolean readable = true;
  private @Nullable NamespaceLine line;
  private @Nullable Integer platform;
  private List<ShareOfNamespace> shares = List.of();

  /** Reads the tenant, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      platform = namespaces.platformCeiling();
      line = namespaces.find(getName()).map(NamespaceLine::new).orElse(null);
      if (line == null) {
        Trouble.status(404);
      } else {
        shares = namespaces.shares(getName(), SHOWN);
      }
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("namespace", e);
    }
  }

  /** The name in the page's address. */
  public String getName() {
    return Trouble.usable(
        FacesContext.getCurrentInstance()
            .getExternalContext()
            .getRequestParameterMap()
            .get("name"));
  }

  /** Whether it could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The tenant; null when there is none of this name. */
  public @Nullable NamespaceLine getLine() {
    return line;
  }

  /** Ceiling of tenants that have none of their own; null = there is none. */
  public @Nullable Integer getPlatform() {
    return platform;
  }

  /** Where its jobs wait, most of them first. */
  public List<ShareOfNamespace> getShares() {
    return shares;
  }
}
