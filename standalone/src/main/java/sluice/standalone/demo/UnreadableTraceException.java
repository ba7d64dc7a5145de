package sluice.standalone.demo;

/**
 * The trace is not what its heading promises. The message names the line, what it holds and what it
 * should hold.
 */
public final class UnreadableTraceException extends RuntimeException {

  private static final long serialVersionUID = 1L;

  UnreadableTraceException(String sentence) {
    super(sentence);
  }

  UnreadableTraceException(String sentence, Throwable cause) {
    super(sentence, cause);
  }
}
