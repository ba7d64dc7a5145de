package sluice.sql;

import static java.util.Collections.nCopies;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The plans of the hot path, and of what pages ask again and again, on a full database, as the
 * pool's connections have them (generic): jobs and lanes are never read from end to end, and only
 * by the indexes that the file names. With statistics, without, and planned when the database was
 * new: a connection keeps such a plan until the table is analyzed, however much has come meanwhile.
 */
class HotStatementPlansTest {
  private static final Pattern WHOLE = Pattern.compile("Seq Scan on (\\w+)");
  private static final Pattern INDEX =
      Pattern.compile("Index (?:Only )?Scan (?:Backward )?(?:using|on) (\\w+)");
  private static final Pattern REPEATED = Pattern.compile("Materialize\\n\\s+->\\s+.* on (\\w+)");
  private static final List<String> GROWING =
      List.of("job", "dead_job", "lane", "share", "gate_partition");

  /** What a page of the console asks again and again, whatever waits. */
  private static final List<String> SHOWN =
      List.of(
          "control/waiting_lanes",
          "control/next_jobs",
          "control/read_partitions",
          "observe/list_watched_minutes",
          "observe/list_partition_minutes",
          "observe/list_partition_hours");

  private static TestDatabase known;
  private static TestDatabase unknown;
  private static TestDatabase young;

  @BeforeAll
  static void fill() throws SQLException, IOException {
    known = full();
    unknown = full();
    young = TestDatabase.fresh();
    execute(known, "analyze");
  }

  static List<String> names() throws IOException {
    return StatementFilesTest.names().stream()
        .filter(
            name -> name.matches("(stage|admit|settle|forward|trace)/.*") || SHOWN.contains(name))
        .toList();
  }

  @ParameterizedTest
  @MethodSource("names")
  void reads_by_its_indexes_with_statistics(String name) throws SQLException, IOException {
    check(known, name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void reads_by_its_indexes_without_statistics(String name) throws SQLException, IOException {
    check(unknown, name);
  }

  @ParameterizedTest
  @MethodSource("names")
  void reads_by_its_indexes_when_planned_on_a_new_database(String name)
      throws SQLException, IOException {
    check(young, name);
  }

  private static void check(TestDatabase database, String name) throws SQLException, IOException {
    String header = header(name);
    String plan = plan(database, name);
    List<String> wrong = new ArrayList<>();
    Matcher whole = WHOLE.matcher(plan);
    while (whole.find()) {
      if (GROWING.contains(whole.group(1)) && !header.contains("whole " + whole.group(1))) {
        wrong.add("reads all of " + whole.group(1));
      }
    }
    Matcher repeated = REPEATED.matcher(plan);
    while (repeated.find()) {
      if (!repeated.group(1).equals("u")) {
        wrong.add("compares each row with all of " + repeated.group(1));
      }
    }
    Matcher index = INDEX.matcher(plan);
    while (index.find()) {
      String used = index.group(1);
      if (used.matches("(job|lane|share|gate_partition)_.*") && !header.contains(used)) {
        wrong.add("uses " + used + ", which the Index line does not name");
      }
    }
    assertThat(wrong).as("%s\n%s\n%s", name, header, plan).isEmpty();
  }

  private static String header(String name) throws IOException {
    return Files.readAllLines(Path.of("src/main/resources/statements/" + name + ".sql")).get(4);
  }

  private static String plan(TestDatabase database, String name) throws SQLException {
    StringBuilder plan = new StringBuilder();
    String text = StatementFilesTest.numbered(name);
    int parameters = 0;
    while (text.contains("$" + (parameters + 1))) {
      parameters++;
    }
    String nulls =
        parameters == 0 ? "" : "(" + String.join(", ", nCopies(parameters, "null")) + ")";
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(
          "set plan_cache_mode = force_generic_plan; set enable_seqscan = off; set enable_material = off");
      statement.execute("prepare tried as " + text);
      try (ResultSet lines = statement.executeQuery("explain (costs off) execute tried" + nulls)) {
        while (lines.next()) {
          plan.append(lines.getString(1)).append('\n');
        }
      }
    }
    return plan.toString();
  }

  private static TestDatabase full() throws SQLException, IOException {
    TestDatabase database = TestDatabase.fresh();
    execute(database, Files.readString(Path.of("src/test/resources/full_database.sql")));
    return database;
  }

  private static void execute(TestDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }
}
