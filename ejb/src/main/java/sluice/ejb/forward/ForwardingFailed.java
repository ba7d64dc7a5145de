package sluice.ejb.forward;

/** The broker did not take a batch. The batch stays open and is sent again. */
public final class ForwardingFailed extends RuntimeException {
  /** A failure with what the broker's client said. */
  public ForwardingFailed(String message, Throwable cause) {
    super(message, cause);
  }
}
