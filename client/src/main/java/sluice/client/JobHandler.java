package sluice.client;

/**
 * Does the work of a job. Called by all threads of a {@link Worker}, so it must be thread-safe.
 *
 * <p>A job is run at least once over its attempts: an attempt whose worker died after the work and
 * before the completion comes again with the next attempt number. Make the effect idempotent, for
 * instance by {@link Job#id()}.
 */
@FunctionalInterface
public interface JobHandler {

  /**
   * Runs one attempt.
   *
   * @return what became of it
   * @throws Exception counts as {@link Outcome#failure(String)} with the exception's text
   */
  Outcome handle(Job job) throws Exception;
}
