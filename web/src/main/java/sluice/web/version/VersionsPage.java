package sluice.web.version;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import org.jspecify.annotations.Nullable;
import sluice.core.policy.InvalidPolicy;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.BadQuestion;
import sluice.ejb.observe.PageAsked;
import sluice.ejb.policy.PolicyService;
import sluice.ejb.policy.PolicyVersion;
import sluice.ejb.policy.UnknownPolicy;
import sluice.ejb.policy.UnknownVersion;
import sluice.web.console.Trouble;

/** Behind {@code versions.xhtml}: who saved what, when and why, and what differs between two. */
@Named("versionsPage")
@RequestScoped
public class VersionsPage {
  /** Versions on a page. */
  static final int SIZE = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private PolicyService policies;

  private boolean opened;
  private boolean readable = true;
  private List<PolicyVersion> versions = List.of();
  private int inForce;
  private @Nullable Integer next;
  private @Nullable Compared compared;

  /**
   * Two versions side by side.
   *
   * @param from number of the older
   * @param to number of the newer
   * @param changes what differs; null = one of them is not there or cannot be read
   */
  public record Compared(int from, int to, @Nullable List<ChangeLine> changes) {}

  /** Reads the history, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      String name = getName();
      List<PolicyVersion> newest = policies.versions(name, Integer.MAX_VALUE, 1);
      inForce = newest.isEmpty() ? 0 : newest.getFirst().getVersion();
      int before = number("before", Integer.MAX_VALUE);
      List<PolicyVersion> found = policies.versions(name, before, SIZE + 1);
      versions = found.size() > SIZE ? found.subList(0, SIZE) : found;
      next = found.size() > SIZE ? (Integer) versions.getLast().getVersion() : null;
      int to = number("to", inForce);
      compared = compare(name, number("from", Math.max(1, to - 1)), to);
    } catch (UnknownPolicy e) {
      Trouble.status(404);
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("versions", e);
    }
  }

  private Compared compare(String name, int from, int to) {
    try {
      return new Compared(
          from,
          to,
          ChangeLine.between(
              policies.version(name, from).getDefinition(),
              policies.version(name, to).getDefinition()));
    } catch (UnknownVersion | InvalidPolicy e) {
      return new Compared(from, to, null);
    }
  }

  /** The policy in the page's address. */
  public String getName() {
    return Trouble.usable(parameter("policy"));
  }

  /** Whether it could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** Whether there is such a policy. */
  public boolean isKnown() {
    return inForce > 0;
  }

  /** The rows of this page, newest first. */
  public List<PolicyVersion> getVersions() {
    return versions;
  }

  /** Number of the version in force. */
  public int getInForce() {
    return inForce;
  }

  /** The number before which the next page begins; null on the last one. */
  public @Nullable Integer getNext() {
    return next;
  }

  /** What the address asks to compare, else the last change. */
  public @Nullable Compared getCompared() {
    return compared;
  }

  private static int number(String parameter, int usual) {
    try {
      return PageAsked.number(parameter, parameter(parameter), usual, 1, Integer.MAX_VALUE);
    } catch (BadQuestion e) {
      return usual;
    }
  }

  private static @Nullable String parameter(String name) {
    return FacesContext.getCurrentInstance()
        .getExternalContext()
        .getRequestParameterMap()
        .get(name);
  }
}
