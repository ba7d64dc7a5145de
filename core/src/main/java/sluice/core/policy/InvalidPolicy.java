package sluice.core.policy;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A policy document that is refused, with everything that is wrong with it at once. The version in
 * force stays in force.
 */
public final class InvalidPolicy extends RuntimeException {
  private static final long serialVersionUID = 1L;

  // List.copyOf in the constructor, of records of strings; read in this process only.
  @SuppressWarnings("serial")
  private final List<Fault> faults;

  InvalidPolicy(List<Fault> faults) {
    super(faults.stream().map(Fault::sentence).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** Every fault, in the order of the document; never empty. */
  public List<Fault> faults() {
    return faults;
  }
}
