package sluice.ejb.management;

import java.util.Map;

/**
 * {@code sluice:type=Policy,name="…"}: one policy. Attributes are at most a second old, however
 * many are read. Operations are audited with the author {@code jmx}.
 */
public interface PolicyMXBean {
  /** Whether it is paused. */
  boolean isPaused();

  /** Whether work waits, slots are free and nothing was admitted for a minute. */
  boolean isStalled();

  /** The version in force. */
  int getVersion();

  /** Jobs that may be admitted. */
  long getPending();

  /** Jobs that are not due yet. */
  long getScheduled();

  /** Jobs admitted and not settled. */
  long getInFlight();

  /** Dead jobs. */
  long getDead();

  /** Jobs staged ever. */
  long getAccepted();

  /** Jobs admitted ever, with every attempt. */
  long getAdmitted();

  /** Jobs finished ever. */
  long getFinished();

  /** Attempts failed or lost ever. */
  long getFailed();

  /** Jobs admitted in the last full minute. */
  long getAdmittedLastMinute();

  /** Jobs finished in the last full minute. */
  long getFinishedLastMinute();

  /** How often a tick let nothing of a lane go, ever, by reason. */
  Map<String, Long> getDeniedByReason();

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

  /** For how long the oldest pending job could go; 0 without one. */
  long getOldestEligibleAgeMillis();

  /** How long ago it was last ticked; −1 = never. */
  long getLastTickAgeMillis();

  /** Nothing is admitted from here on. */
  void pause(String reason);

  /** Goes on. */
  void resume(String reason);

  /** Lets everything go past the gates that waits, up to 10,000 jobs; how many went. */
  int drain(String reason);
}
