package sluice.ejb.dead;

import org.jspecify.annotations.Nullable;

/** What became of one dead job that somebody wants tried again. */
public sealed interface Retried {
  /** The job. */
  long id();

  /** It waits in a lane again, with all its attempts before it. */
  record Waiting(long id) implements Retried {}

  /**
   * It stays dead.
   *
   * @param code a stable word: {@code DUPLICATE}, {@code EXPIRED}, {@code UNREADABLE}, or the
   *     reason why the version in force cannot place it
   * @param detail a sentence
   * @param livingId with {@code DUPLICATE}: the living job that has its key; null if that one ended
   *     meanwhile
   */
  record StaysDead(long id, String code, String detail, @Nullable Long livingId)
      implements Retried {}

  /** It is not among the dead jobs: unknown, or somebody retried it before. */
  record NotDead(long id) implements Retried {}
}
