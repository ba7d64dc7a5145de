package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.sql.SqlStatement;

/** What the database knows of policy files. Stateless. */
final class PolicyFileRows {
  private static final SqlStatement FIND_FILE_VERSION =
      SqlStatement.named("policy/find_file_version");
  private static final SqlStatement SAME = SqlStatement.named("policy/is_same_definition");
  private static final SqlStatement SET_IN_FILES = SqlStatement.named("policy/set_in_files");

  private PolicyFileRows() {}

  /**
   * Saves unless the file gave this very document last time: then what people saved since stays in
   * force.
   */
  static SavedPolicy saveIfNew(Connection connection, String name, SavePolicy save)
      throws SQLException {
    Optional<String> last =
        FIND_FILE_VERSION.on(connection).set("name", name).first(row -> row.text("definition"));
    if (last.isPresent() && isSame(connection, last.get(), save.definition())) {
      StoredPolicy stored =
          StoredPolicy.find(connection, name).orElseThrow(() -> new UnknownPolicy(name));
      List<String> notes =
          isSame(connection, last.get(), stored.definition())
              ? List.of()
              : List.of(
                  "version "
                      + stored.version()
                      + " was saved by hand and stays; the file is unchanged");
      return new SavedPolicy(stored.id(), stored.version(), Outcome.UNCHANGED, notes);
    }
    return save.on(connection);
  }

  /** Marks exactly these policies as standing in files. */
  static int mark(Connection connection, String[] names) throws SQLException {
    return SET_IN_FILES.on(connection).texts("names", names).update();
  }

  private static boolean isSame(Connection connection, String one, String other)
      throws SQLException {
    return SAME.on(connection).set("one", one).set("other", other).one(row -> row.bool("same"));
  }
}
