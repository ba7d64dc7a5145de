package sluice.ejb.upkeep;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import sluice.sql.SqlStatement;

/**
 * The rows of chores. Whoever gets a chore's row does the step; nobody waits for it, so nodes share
 * the work without knowing of each other. Stateless.
 */
public final class Chores {
  private static final SqlStatement REGISTER = SqlStatement.named("upkeep/register_chores");
  private static final SqlStatement TAKE = SqlStatement.named("upkeep/take_chore");
  private static final SqlStatement WRITE = SqlStatement.named("upkeep/write_chore");

  private Chores() {}

  /** Makes the rows of chores that are not known yet. */
  public static void register(Connection connection, List<? extends Chore> chores)
      throws SQLException {
    REGISTER
        .on(connection)
        .texts("names", chores.stream().map(Chore::name).toArray(String[]::new))
        .update();
  }

  /**
   * Does the next step of a chore, if it is due and nobody else is at it. The caller commits.
   *
   * @return whether there is more to do at once
   */
  public static boolean step(Connection connection, Chore chore) throws SQLException {
    Optional<Long> cursor =
        TAKE.on(connection).set("name", chore.name()).first(row -> row.bigint("cursor"));
    if (cursor.isEmpty()) {
      return false;
    }
    Chore.Step step = chore.step(connection, cursor.get());
    WRITE
        .on(connection)
        .set("name", chore.name())
        .set("cursor", step.cursor())
        .set("found", step.found())
        .set("mended", step.mended())
        .set("again_ms", (step.over() ? chore.period() : chore.pause()).toMillis())
        .set("over", step.over())
        .update();
    return !step.over() && chore.pause().isZero();
  }
}
