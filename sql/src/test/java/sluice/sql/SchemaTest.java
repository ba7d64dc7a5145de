package sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Nodes of several versions, in several zones, on one schema. */
class SchemaTest {

  @Test
  void b36_an_older_node_starts_on_the_schema_of_a_newer_one_and_leaves_it_alone()
      throws SQLException {
    TestDatabase database = TestDatabase.fresh();
    database.execute("alter table policy add column something_newer text");
    database.execute(
        "insert into flyway_schema_history (installed_rank, version, description, type, script, checksum, installed_by, execution_time, success) select max(installed_rank) + 1, '999', 'newer', 'SQL', 'V999__newer.sql', 1, 'newer', 1, true from flyway_schema_history");

    assertThat(Schema.migrate(database.dataSource())).isZero();
    assertThat(
            texts(
                database,
                "select column_name from information_schema.columns where table_schema = 'sluice' and column_name = 'something_newer'"))
        .containsExactly("something_newer");
  }

  @Test
  void b41_nodes_that_start_in_the_same_second_migrate_once() throws Exception {
    TestDatabase database = TestDatabase.empty();
    int migrations = 0;
    try (ExecutorService nodes = Executors.newFixedThreadPool(4)) {
      List<Future<Integer>> starts = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        starts.add(nodes.submit(() -> Schema.migrate(database.dataSource())));
      }
      for (Future<Integer> start : starts) {
        migrations += start.get();
      }
    }
    assertThat(texts(database, "select version from flyway_schema_history where type = 'SQL'"))
        .hasSize(migrations)
        .doesNotHaveDuplicates();
  }

  @Test
  void b19_no_column_holds_a_time_without_a_zone() throws SQLException {
    assertThat(
            texts(
                TestDatabase.fresh(),
                "select table_name || '.' || column_name from information_schema.columns where table_schema = 'sluice' and table_name <> 'flyway_schema_history' and data_type in ('timestamp without time zone', 'time without time zone')"))
        .isEmpty();
  }

  private static List<String> texts(TestDatabase database, String query) throws SQLException {
    List<String> texts = new ArrayList<>();
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(query)) {
      while (rows.next()) {
        texts.add(rows.getString(1));
      }
    }
    return texts;
  }
}
