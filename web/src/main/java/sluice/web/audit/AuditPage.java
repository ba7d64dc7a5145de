package sluice.web.audit;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.audit.AuditTrail;
import sluice.ejb.database.DatabaseFailed;
import sluice.web.console.Places;
import sluice.web.console.Trouble;

/** Behind {@code audit.xhtml}: who did what, newest first. */
@Named("auditPage")
@RequestScoped
public class AuditPage {
  private static final int SIZE = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private AuditTrail trail;

  private boolean opened;
  private boolean readable = true;
  private List<AuditLine> lines = List.of();
  private boolean more;

  /** Reads the entries, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    try {
      AuditTrail.About about =
          new AuditTrail.About(
              given(getSubject()), given(getPolicy()), given(getActor()), given(getAction()));
      List<AuditLine> found =
          trail.entries(about, Places.before(parameters().get("before")), SIZE + 1).stream()
              .map(AuditLine::of)
              .toList();
      more = found.size() > SIZE;
      lines = more ? found.subList(0, SIZE) : found;
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("audit", e);
    }
  }

  /** The policy asked for; empty: whatever. */
  public String getPolicy() {
    return Trouble.usable(parameters().get("policy"));
  }

  /** What the entries asked for were done to, exactly; empty: whatever. */
  public String getSubject() {
    return Trouble.usable(parameters().get("subject"));
  }

  /** Who did the entries asked for; empty: whoever. */
  public String getActor() {
    return Trouble.usable(parameters().get("actor"));
  }

  /** What was done in the entries asked for; empty: whatever. */
  public String getAction() {
    return Trouble.usable(parameters().get("action"));
  }

  /** Whether the page is not the first. */
  public boolean isFurther() {
    return Places.before(parameters().get("before")) != Long.MAX_VALUE;
  }

  /** Whether the address asks for less than everything. */
  public boolean isNarrowed() {
    return !(getPolicy() + getSubject() + getActor() + getAction()).isEmpty();
  }

  /** Whether the entries could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** The entries. */
  public List<AuditLine> getLines() {
    return lines;
  }

  /** The entry behind which the next page begins; null on the last one. */
  public @Nullable Long getNext() {
    return more ? lines.getLast().entry().id() : null;
  }

  private static @Nullable String given(String text) {
    return text.isEmpty() ? null : text;
  }

  private static Map<String, String> parameters() {
    return FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
  }
}
