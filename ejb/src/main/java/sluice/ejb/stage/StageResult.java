package sluice.ejb.stage;

/** What became of one job handed to {@link StagingService}. */
public sealed interface StageResult {
  /**
   * The job is staged: from here on it is never lost.
   *
   * @param id Sluice's id of the job
   */
  record Staged(long id) implements StageResult {}

  /**
   * A job with the same key is alive; nothing was staged.
   *
   * @param livingId the living job's id, or 0 if it ended in the meantime
   */
  record Duplicate(long livingId) implements StageResult {}

  /** The same intake message was staged before; its acknowledgement got lost. */
  record Redelivered() implements StageResult {}

  /**
   * The job can't be staged, now or ever.
   *
   * @param code a stable word, e.g. {@code UNKNOWN_POLICY}
   * @param detail a sentence that names the field, the value and what is allowed
   */
  record Rejected(String code, String detail) implements StageResult {}
}
