package sluice.ejb.observe;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How housekeeping and the auditor stand.
 *
 * @param chores every chore, by name; those of the auditor are named {@code check-…}
 * @param horizon what holds vacuum back most; null = nothing does
 */
public record Upkeep(List<Chore> chores, @Nullable Horizon horizon) {
  private static final String CHECK = "check-";

  /**
   * A chore.
   *
   * @param found rows pruned or collected, or differences, in the last whole round and the one
   *     under way
   * @param mended differences mended ever
   * @param endedAt when the last whole round ended; null before the first
   */
  public record Chore(String name, long found, long mended, @Nullable Instant endedAt) {
    /** Whether it is a comparison of the auditor's. */
    public boolean check() {
      return name.startsWith(CHECK);
    }
  }

  /**
   * The oldest snapshot that somebody keeps open.
   *
   * @param holder who
   * @param ageMs since when its transaction is open; null of a replication slot
   * @param transactions how many transaction numbers it is behind
   */
  public record Horizon(String holder, @Nullable Long ageMs, long transactions) {}

  /** What the auditor found off: 0 if every counter is what the rows say. */
  public long difference() {
    return chores.stream().filter(Chore::check).mapToLong(Chore::found).sum();
  }
}
