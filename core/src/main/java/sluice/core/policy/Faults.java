package sluice.core.policy;

import java.util.ArrayList;
import java.util.List;

/**
 * What was found so far. Bounded, since a document may be one long list of nonsense. Used by one
 * thread.
 */
final class Faults {
  private static final int MAX = 200;

  private final List<Fault> list = new ArrayList<>();

  void add(String path, String value, String allowed) {
    if (list.size() < MAX) {
      list.add(new Fault(path, value, allowed));
    } else if (list.size() == MAX) {
      list.add(new Fault("", "", "and more; the first " + MAX + " faults are listed"));
    }
  }

  int count() {
    return list.size();
  }

  void throwIfAny() {
    if (!list.isEmpty()) {
      throw new InvalidPolicy(list);
    }
  }
}
