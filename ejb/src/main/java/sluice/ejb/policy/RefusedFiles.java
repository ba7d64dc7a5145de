package sluice.ejb.policy;

import jakarta.enterprise.context.ApplicationScoped;
import java.util.List;
import sluice.core.hint.RefusedFile;

/** The policy files that this node refused when it last read them. Thread-safe. */
@ApplicationScoped
public class RefusedFiles {
  private volatile List<RefusedFile> all = List.of();

  /** A reading is over; what an earlier one refused is forgotten. */
  public void set(List<RefusedFile> refused) {
    all = List.copyOf(refused);
  }

  /** All of them, in the order of names as far as they were refused for what they say. */
  public List<RefusedFile> all() {
    return all;
  }
}
