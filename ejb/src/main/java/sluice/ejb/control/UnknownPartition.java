package sluice.ejb.control;

import jakarta.ejb.ApplicationException;

/** The policy has no such gate, or no job and no operator has named this partition yet. */
@ApplicationException(rollback = true)
public final class UnknownPartition extends RuntimeException {
  private UnknownPartition(String sentence) {
    super(sentence);
  }

  static UnknownPartition gate(PartitionName name) {
    return new UnknownPartition(
        "policy '%s' has no gate '%s'".formatted(name.policy(), name.gate()));
  }

  static UnknownPartition key(PartitionName name) {
    return new UnknownPartition("gate '%s' has no such partition yet".formatted(name.gate()));
  }
}
