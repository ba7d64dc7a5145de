package sluice.ejb.observe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What was observed of a policy in the last 60 minutes: as a whole, each attempt counted once, and
 * by partition, where an attempt counts in each partition it went through.
 *
 * @param minutes the policy by the minute, oldest first
 * @param partitions a page of partitions of which something was observed
 * @param since the first minute that the partitions' figures reach back to; null without any
 */
public record Observations(
    List<Minute> minutes, PageOf<OfPartition> partitions, @Nullable Instant since) {

  /**
   * A partition.
   *
   * @param gate its gate
   * @param key its key
   * @param figures over all the minutes
   * @param currentMax what a self-tuning limit stood at last; null for the others
   * @param minutes 60 of them, oldest first; null = nothing was observed
   */
  public record OfPartition(
      String gate,
      String key,
      Ended figures,
      @Nullable Integer currentMax,
      List<@Nullable Ended> minutes) {}

  /**
   * Attempts that ended.
   *
   * @param completed all of them
   * @param failed failed, lost or rejected
   * @param lagMeanMs mean queue lag; null when no start is known
   * @param lagMaxMs longest queue lag; null when no start is known or it was not asked for
   */
  public record Ended(
      long completed, long failed, @Nullable Double lagMeanMs, @Nullable Long lagMaxMs) {}
}
