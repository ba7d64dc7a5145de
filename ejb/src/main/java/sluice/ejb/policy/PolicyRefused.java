package sluice.ejb.policy;

import jakarta.ejb.ApplicationException;
import java.util.List;
import java.util.stream.Collectors;
import sluice.core.policy.Fault;

/**
 * A document that is not saved, with everything that is wrong with it; the version in force stays
 * in force.
 */
@ApplicationException(rollback = true)
public final class PolicyRefused extends RuntimeException {
  // An immutable list of records of strings; read in this process only.
  @SuppressWarnings("serial")
  private final List<Fault> faults;

  /** With every fault, at least one. */
  public PolicyRefused(List<Fault> faults) {
    super(faults.stream().map(Fault::sentence).collect(Collectors.joining("\n")));
    this.faults = List.copyOf(faults);
  }

  /** Every fault, in the order of the document. */
  public List<Fault> faults() {
    return faults;
  }
}
