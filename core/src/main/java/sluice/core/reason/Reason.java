package sluice.core.reason;

/**
 * Why a job is not admitted now. The planner, the console, the metrics, the events and the API use
 * these words and no others; the name is the stable form (stored and exported), the sentence is for
 * people. The order goes from what an operator must mend to what passes by itself. Immutable, hence
 * thread-safe.
 */
public enum Reason {
  /** A limit of the policy gives nothing for this job. */
  MISCONFIGURED(
      "A limit of the policy has no value for this job; its expression reads a property that is missing."),
  /** An operator paused the policy or the partition. */
  PAUSED("An operator paused the policy or the partition."),
  /** The job, or its retry, is scheduled for later. */
  NOT_DUE("The job is scheduled for a later time."),
  /** The namespace holds as many jobs in flight as its quota allows, over all policies. */
  QUOTA("The namespace has as many jobs in flight as its quota allows."),
  /** The rate of the partition is used up, or the partition is closed for a while. */
  THROTTLE("The rate of the partition is used up for now, or its downstream asked for a pause."),
  /** The partition holds as many jobs in flight as its limit allows. */
  CONCURRENCY("The partition has as many jobs in flight as its limit allows."),
  /** The partition holds as many jobs in flight as its self-tuning limit allows at present. */
  ADAPTIVE("The partition has as many jobs in flight as its self-tuning limit allows at present."),
  /** The policy holds as many jobs in flight as its cap allows. */
  GLOBAL_CAP("The policy has as many jobs in flight as its cap allows."),
  /** The broker does not take messages, or earlier batches are not forwarded yet. */
  BROKER("The broker does not take the messages that were admitted before."),
  /** The tick admitted as many jobs as one tick may. */
  BUDGET("The tick admitted as many jobs as one tick may; the next one goes on."),
  /** Others go first in fair order. */
  FAIR_TURN("Others go first in fair order; the job's turn comes.");

  private final String sentence;

  Reason(String sentence) {
    this.sentence = sentence;
  }

  /** One sentence for people, with a full stop; never empty. */
  public String sentence() {
    return sentence;
  }
}
