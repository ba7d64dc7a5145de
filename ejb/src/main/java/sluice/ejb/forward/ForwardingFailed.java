package sluice.ejb.forward;

import jakarta.ejb.ApplicationException;
import java.util.List;

/**
 * The broker did not take a batch. The batch stays open and is sent again, unless {@link #refused}
 * names messages: then it took all others, and these it will never take.
 */
@ApplicationException(rollback = true)
public final class ForwardingFailed extends RuntimeException {
  /** Not for serialisation: the failure never leaves the program. */
  private final transient List<Refused> refused;

  /**
   * An attempt whose message the broker takes neither in a batch nor alone.
   *
   * @param jobId the job
   * @param attempt its attempt
   * @param why what the broker or its client said
   */
  public record Refused(long jobId, int attempt, String why) {}

  /** A failure with what the broker's client said. */
  public ForwardingFailed(String message, Throwable cause) {
    this(message, cause, List.of());
  }

  /** The broker has all of the batch but these. */
  public ForwardingFailed(String message, Throwable cause, List<Refused> refused) {
    super(message, cause);
    this.refused = List.copyOf(refused);
  }

  /** Empty if the batch is to be sent again; else all that the broker will never take. */
  public List<Refused> refused() {
    return refused;
  }
}
