package sluice.jms.intake;

import java.util.List;
import java.util.UUID;
import sluice.ejb.stage.StageRequest;
import sluice.ejb.stage.StageResult;

/** Stages a batch in one transaction of the database; the container's service or a test's. */
@FunctionalInterface
public interface Staging {
  /**
   * Results in the order of the requests.
   *
   * @param requests what producers ask for
   * @param consumer names the intake session for receipts
   */
  List<StageResult> stage(List<StageRequest> requests, UUID consumer);
}
