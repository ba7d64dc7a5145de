package sluice.jms.consume;

/**
 * How much is handled in one transaction.
 *
 * @param messages at most so many, at least 1
 * @param bytes no more are taken once bodies are so long together
 */
public record BatchLimits(int messages, long bytes) {
  /** 500 messages or 16 MiB. */
  public static final BatchLimits DEFAULT = new BatchLimits(500, 16L * 1024 * 1024);

  /** Refuses an empty batch. */
  public BatchLimits {
    if (messages < 1 || bytes < 1) {
      throw new IllegalArgumentException(
          "batch of " + messages + " messages, " + bytes + " bytes; allowed: at least 1 of each");
    }
  }
}
