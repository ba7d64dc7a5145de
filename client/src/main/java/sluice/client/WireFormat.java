package sluice.client;

/**
 * Every name that producers, Sluice and workers say to each other: queues, message properties and
 * the words that some of them hold. Both sides use these constants, so a name is spelled once.
 *
 * <p>Instants are {@code long} milliseconds since the epoch, durations {@code long} milliseconds.
 * All property names are valid JMS identifiers. The queue names are defaults; the server's
 * configuration may change each of them.
 */
public final class WireFormat {

  // Queues and the topic

  /** Where producers send. A message sent to {@code sluice.intake.<policy>} names its policy so. */
  public static final String INTAKE_QUEUE = "sluice.intake";

  /** What comes before a policy's name in an intake address that carries the policy. */
  public static final String INTAKE_POLICY_PREFIX = INTAKE_QUEUE + ".";

  /** Where workers send their last word on an attempt. */
  public static final String COMPLETION_QUEUE = "sluice.completion";

  /** Where workers say that an attempt goes on. */
  public static final String HEARTBEAT_QUEUE = "sluice.heartbeat";

  /** Where messages go that could not be staged. */
  public static final String REJECTED_QUEUE = "sluice.rejected";

  /** Where Sluice tells what it did: one JSON object in a TextMessage. */
  public static final String EVENTS_TOPIC = "sluice.events";

  // Producer to intake, and forwarded untouched

  /** String: the policy that governs the job. */
  public static final String POLICY = "sluice_policy";

  /**
   * String: the namespace whose quota the job counts against; {@link #DEFAULT_NAMESPACE} if absent.
   */
  public static final String NAMESPACE = "sluice_namespace";

  /** String: the producer's own id of the job, unique while the job is unfinished. */
  public static final String JOB_KEY = "sluice_job_key";

  /** String: used instead of what the policy's dedupe expression would give. */
  public static final String DEDUPE_KEY = "sluice_dedupe_key";

  /** long, instant: the job is not admitted before. */
  public static final String NOT_BEFORE = "sluice_not_before";

  // Added by Sluice to a forwarded message

  /**
   * String: Sluice's id of the job, the same over all attempts. Completions and heartbeats echo it.
   */
  public static final String JOB_ID = "sluice_job_id";

  /** int: 1 for the first attempt. Completions and heartbeats echo it. */
  public static final String ATTEMPT = "sluice_attempt";

  /** long, instant: when this attempt was admitted. */
  public static final String ADMITTED_AT = "sluice_admitted_at";

  /** long, duration: how long a worker may hold the job without a heartbeat. */
  public static final String LEASE_MS = "sluice_lease_ms";

  /** String, {@code <job id>:<attempt>}: by which an Artemis broker drops a second copy. */
  public static final String DUPLICATE_ID = "_AMQ_DUPL_ID";

  // Added by Sluice to a message that could not be staged

  /** String: a stable code. */
  public static final String REJECT_REASON = "sluice_reject_reason";

  /** String: a sentence for people. */
  public static final String REJECT_DETAIL = "sluice_reject_detail";

  // Worker to completion

  /** String: one of the four {@code OUTCOME_…} words. */
  public static final String OUTCOME = "sluice_outcome";

  /** long, instant: when the worker began. */
  public static final String STARTED_AT = "sluice_started_at";

  /** long, instant, optional: when the worker was done. */
  public static final String FINISHED_AT = "sluice_finished_at";

  /** String, optional: for the console, at most {@link #ERROR_MAX_LENGTH} characters. */
  public static final String ERROR = "sluice_error";

  /**
   * long, duration, optional: with {@code failure} or {@code later}, how long to hold the lane
   * back.
   */
  public static final String RETRY_AFTER_MS = "sluice_retry_after_ms";

  /** The job is done. */
  public static final String OUTCOME_SUCCESS = "success";

  /** The attempt failed: it counts, and the policy's retry rule decides. */
  public static final String OUTCOME_FAILURE = "failure";

  /** The job can never succeed: no retry, it goes to the dead jobs. */
  public static final String OUTCOME_REJECT = "reject";

  /** Not now: back to the lane, no attempt used. */
  public static final String OUTCOME_LATER = "later";

  // Sluice to events

  /** String: the type of the event, one of the {@code EVENT_…} words. */
  public static final String EVENT = "sluice_event";

  /** long: grows by one per event over the whole deployment; a gap means missed events. */
  public static final String EVENT_SEQ = "sluice_seq";

  /** Once per namespace and cadence: namespace, inFlight, ceiling, observedAt. */
  public static final String EVENT_NAMESPACE_QUOTA_STATE = "NamespaceQuotaState";

  /** A policy was created, changed or removed. */
  public static final String EVENT_POLICY_CHANGED = "PolicyChanged";

  /** A policy stopped admitting. */
  public static final String EVENT_POLICY_PAUSED = "PolicyPaused";

  /** A policy admits again. */
  public static final String EVENT_POLICY_RESUMED = "PolicyResumed";

  /** A job was given up. */
  public static final String EVENT_JOB_DEAD = "JobDead";

  // Values

  /** The namespace of a job that names none. */
  public static final String DEFAULT_NAMESPACE = "default";

  /** Where an {@link #ERROR} text is cut, in {@code char}s. */
  public static final int ERROR_MAX_LENGTH = 4_000;

  /** What the names of all properties begin with that have a meaning to Sluice. */
  public static final String RESERVED_PREFIX = "sluice_";

  private WireFormat() {}

  /** The {@link #DUPLICATE_ID} of an attempt. */
  public static String duplicateId(String jobId, int attempt) {
    return jobId + ":" + attempt;
  }
}
