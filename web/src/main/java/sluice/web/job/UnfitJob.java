package sluice.web.job;

/** A job that cannot be staged as it is written; the others of its batch are not touched. */
final class UnfitJob extends RuntimeException {
  private final String code;

  UnfitJob(String code, String detail) {
    super(detail, null, false, false);
    this.code = code;
  }

  /** A stable word. */
  String code() {
    return code;
  }

  /** What is wrong and what is allowed. */
  String detail() {
    return String.valueOf(getMessage());
  }
}
