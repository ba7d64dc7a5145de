package sluice.ejb.settle;

/**
 * Names one attempt of one job.
 *
 * @param jobId Sluice's id of the job
 * @param attempt 1 for the first attempt
 */
public record AttemptRef(long jobId, int attempt) {}
