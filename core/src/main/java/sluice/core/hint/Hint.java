package sluice.core.hint;

/**
 * One thing that an operator should know.
 *
 * @param severity how bad it is
 * @param rule a stable name, for tests and alerts
 * @param sentence what is the matter, with its figures
 * @param knob what to turn
 */
public record Hint(Severity severity, Rule rule, String sentence, String knob) {
  /** How bad it is; the worst last. */
  public enum Severity {
    /** Good to know. */
    INFO,
    /** Look at it today. */
    WARN,
    /** Look at it now. */
    CRITICAL
  }

  /** The rules, in the order in which hints are told. */
  public enum Rule {
    /** The policy is paused; nothing else is told then. */
    PAUSED,
    /** Work waits, slots are free, nothing goes. */
    STALLED,
    /** Work waits and every slot is taken. */
    FULL,
    /** The broker does not take what is admitted. */
    FORWARDING,
    /** Ticks take long. */
    TICK_TIME,
    /** The backlog is worth hours. */
    BACKLOG,
    /** The backlog grows. */
    GROWING,
    /** What was staged is not looked at. */
    UNSEEN,
    /** Very many partitions. */
    PARTITIONS,
    /** Close to the rate that the deployment was measured for. */
    TARGET,
    /** The auditor found counters off. */
    DIFFERENCE,
    /** A policy file was refused when this node last read them. */
    POLICY_FILE
  }

  /** The hint as one text, ending with the knob. */
  public String text() {
    return sentence + " " + knob;
  }
}
