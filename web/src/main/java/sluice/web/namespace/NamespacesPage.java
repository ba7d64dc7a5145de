package sluice.web.namespace;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.namespace.Namespaces;
import sluice.web.console.Trouble;

/** Behind {@code namespaces.xhtml}: tenants by name, and a search for part of one. */
@Named("namespacesPage")
@RequestScoped
public class NamespacesPage {
  /** Tenants on a page. */
  static final int SIZE = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Namespaces namespaces;

  private boolean opened;
  private boolean readable = true;
  private List<NamespaceLine> lines = List.of();
  private @Nullable String next;

  /** Reads the page, once; called before it is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      List<NamespaceLine> found =
          namespaces.search(getPart(), parameter("after"), SIZE + 1).stream()
              .map(NamespaceLine::new)
              .toList();
      lines = found.size() > SIZE ? found.subList(0, SIZE) : found;
      next = found.size() > SIZE ? lines.getLast().state().name() : null;
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("namespaces", e);
    }
  }

  /** What the names contain; empty = anything. */
  public String getPart() {
    return parameter("q");
  }

  /** Whether the registry could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The rows of this page. */
  public List<NamespaceLine> getLines() {
    return lines;
  }

  /** The name behind which the next page begins; null on the last one. */
  public @Nullable String getNext() {
    return next;
  }

  private static String parameter(String name) {
    Map<String, String> given =
        FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
    return Trouble.usable(given.get(name));
  }
}
