package sluice.ejb.management;

/**
 * {@code sluice:type=Deployment}: the whole, over all policies and nodes. Attributes are at most a
 * second old.
 */
public interface DeploymentMXBean {
  /** Policies in force. */
  int getPolicies();

  /** Jobs that may be admitted. */
  long getPending();

  /** Jobs that are not due yet. */
  long getScheduled();

  /** Jobs admitted and not settled. */
  long getInFlight();

  /** Dead jobs. */
  long getDead();

  /** Jobs admitted in the last full minute. */
  long getAdmittedLastMinute();

  /** Jobs finished in the last full minute. */
  long getFinishedLastMinute();

  /** Queue lag that half of the attempts of the last five minutes did not exceed; −1 = none. */
  double getLagP50Millis();

  /** Queue lag that 95 in 100 attempts of the last five minutes did not exceed; −1 = none. */
  double getLagP95Millis();

  /** Queue lag that 99 in 100 attempts of the last five minutes did not exceed; −1 = none. */
  double getLagP99Millis();

  /** Mean duration of the ticks of the last five minutes that admitted something. */
  double getTickMeanMillis();

  /** Longest of these ticks. */
  double getTickMaxMillis();

  /** Batches that the broker has not taken. */
  long getOpenBatches();

  /** Age of the oldest of them; 0 without one. */
  long getOutboxAgeMillis();

  /** What the auditor found off; 0 if every counter is what the rows say. */
  long getAuditorDifference();

  /** Gate partitions, about. */
  long getPartitions();
}
