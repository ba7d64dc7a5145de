package sluice.standalone;

/**
 * A start was refused before any harm was done: a bad option, a port that is taken, a data folder
 * in use, a database that is too old. The message is one complete sentence for the person at the
 * terminal: what, which value, what to do. The program prints it alone and exits with code 2.
 */
public final class StartRefusedException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /** Refuses with one complete sentence. */
  public StartRefusedException(String sentence) {
    super(sentence);
  }

  /** Refuses with one complete sentence, and the fault that led to it for the log. */
  public StartRefusedException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
