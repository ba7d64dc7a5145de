package sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every statement file is prepared by a real PostgreSQL, is headed by its five lines, and is named
 * by somebody.
 */
class StatementFilesTest {
  private static final Path FILES = Path.of("src/main/resources/statements");
  private static TestDatabase database;
  private static String sources;

  @BeforeAll
  static void migrate() throws IOException {
    database = TestDatabase.fresh();
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.walk(Path.of("../ejb/src/main/java"))) {
      for (Path file : files.filter(f -> f.toString().endsWith(".java")).toList()) {
        all.append(Files.readString(file));
      }
    }
    sources = all.toString();
  }

  static List<String> names() throws IOException {
    try (Stream<Path> files = Files.walk(FILES)) {
      return files
          .filter(f -> f.toString().endsWith(".sql"))
          .map(f -> FILES.relativize(f).toString().replace(".sql", "").replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void is_accepted_by_the_database(String name) throws SQLException {
    String text = numbered(name);
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute("prepare tried as " + text);
    }
  }

  @ParameterizedTest
  @MethodSource("names")
  void is_headed_by_what_parameters_rows_locks_and_index(String name) throws IOException {
    List<String> head = Files.readAllLines(FILES.resolve(name + ".sql")).stream().limit(5).toList();
    assertThat(head).allMatch(line -> line.startsWith("-- "));
    assertThat(head.get(1)).startsWith("-- Parameters:");
    assertThat(head.get(2)).startsWith("-- Rows:");
    assertThat(head.get(3)).startsWith("-- Locks:");
    assertThat(head.get(4)).startsWith("-- Index:");
  }

  @ParameterizedTest
  @MethodSource("names")
  void is_named_by_somebody(String name) {
    assertThat(sources).contains("\"" + name + "\"");
  }

  /** The statement with its parameters as PostgreSQL numbers them. */
  static String numbered(String name) {
    String jdbc = SqlStatement.named(name).jdbc();
    StringBuilder numbered = new StringBuilder();
    int n = 0;
    for (char c : jdbc.toCharArray()) {
      numbered.append(c == '?' ? "$" + ++n : String.valueOf(c));
    }
    return numbered.toString();
  }
}
