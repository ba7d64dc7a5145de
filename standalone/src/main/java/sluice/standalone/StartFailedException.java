package sluice.standalone;

/**
 * A part that was being started broke: PostgreSQL did not come up, the broker threw, the
 * application did not become ready. The message is for the person at the terminal and names the log
 * file where there is one. The program stops what it had started and exits with code 1.
 */
public final class StartFailedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Fails with a message that says what did not start and where to read more. */
  public StartFailedException(String message) {
    super(message);
  }

  /** As the other, with the fault that led to it. */
  public StartFailedException(String message, Throwable cause) {
    super(message, cause);
  }
}
