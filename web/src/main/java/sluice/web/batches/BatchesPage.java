package sluice.web.batches;

import jakarta.ejb.EJBException;
import jakarta.enterprise.context.RequestScoped;
import jakarta.faces.context.FacesContext;
import jakarta.inject.Inject;
import jakarta.inject.Named;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.observe.BatchView;
import sluice.ejb.observe.Batches;
import sluice.web.console.Places;
import sluice.web.console.Trouble;

/** Behind {@code batches.xhtml}: open batches, then the last ones. */
@Named("batchesPage")
@RequestScoped
public class BatchesPage {
  private static final int SIZE = 50;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Batches batches;

  private boolean opened;
  private boolean readable = true;
  private List<BatchView> open = List.of();
  private List<BatchView> last = List.of();
  private boolean more;

  /** Reads the batches, once; called before the page is rendered. */
  public void open() {
    if (opened) {
      return;
    }
    opened = true;
    String policy = getPolicy().isEmpty() ? null : getPolicy();
    try {
      open = batches.open(policy, SIZE);
      List<BatchView> found = batches.list(policy, Places.before(getBefore()), SIZE + 1);
      more = found.size() > SIZE;
      last = more ? found.subList(0, SIZE) : found;
    } catch (DatabaseFailed | EJBException e) {
      readable = false;
      Trouble.report("batches", e);
    }
  }

  /** The policy that the address asks for; empty: all. */
  public String getPolicy() {
    return Trouble.usable(parameters().get("policy"));
  }

  /** The batch behind which the address asks to go on; null: from the newest. */
  public @Nullable String getBefore() {
    return parameters().get("before");
  }

  /** Whether the page is not the first. */
  public boolean isFurther() {
    return Places.before(getBefore()) != Long.MAX_VALUE;
  }

  /** Whether the batches could be read. */
  public boolean isReadable() {
    return readable;
  }

  /** Batches that the broker has not taken, oldest first. */
  public List<BatchView> getOpen() {
    return open;
  }

  /** Batches, newest first. */
  public List<BatchView> getLast() {
    return last;
  }

  /** The batch behind which the next page begins; null on the last one. */
  public @Nullable Long getNext() {
    return more ? last.getLast().id() : null;
  }

  private static Map<String, String> parameters() {
    return FacesContext.getCurrentInstance().getExternalContext().getRequestParameterMap();
  }
}
