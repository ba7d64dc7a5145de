package sluice.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PipelineTest {
  private static final SqlStatement INSERT =
      SqlStatement.parse("t/insert", "insert into t select unnest(:ns::integer[]), :text");
  private static final SqlStatement READ =
      SqlStatement.parse("t/read", "select n from t where n >= :least order by n");

  private Connection connection;

  @BeforeEach
  void open() throws SQLException {
    connection = TestDatabase.empty().connect();
    connection.createStatement().execute("create temp table t (n integer primary key, text text)");
    connection.setAutoCommit(false);
  }

  @AfterEach
  void close() throws SQLException {
    connection.close();
  }

  @Test
  void statements_run_in_order_and_see_what_those_before_did() throws SQLException {
    for (int round = 0; round < 10; round++) { // prepared on the server from the fifth on
      Pipeline pipeline = new Pipeline(connection);
      List<Integer> before = pipeline.add(READ.on(connection).set("least", 2), this::n);
      pipeline.add(insert(1, 2));
      List<Integer> between = pipeline.add(READ.on(connection).set("least", 0), this::n);
      pipeline.add(insert(3));
      List<Integer> after = pipeline.add(READ.on(connection).set("least", 2), this::n);
      assertThat(between).as("nothing before it is run").isEmpty();
      pipeline.run();
      assertThat(before).isEmpty();
      assertThat(between).containsExactly(1, 2);
      assertThat(after).containsExactly(2, 3);
      connection.rollback();
      connection.createStatement().execute("truncate t");
      connection.commit();
    }
  }

  @Test
  void nothing_added_is_nothing_sent() throws SQLException {
    new Pipeline(connection).run();
    assertThat(READ.on(connection).set("least", 0).list(this::n)).isEmpty();
  }

  @Test
  void the_first_that_fails_is_told_and_those_behind_do_not_run() throws SQLException {
    Pipeline pipeline = new Pipeline(connection);
    pipeline.add(insert(1));
    pipeline.add(insert(1));
    List<Integer> rows = pipeline.add(READ.on(connection).set("least", 0), this::n);
    assertThatThrownBy(pipeline::run)
        .isInstanceOfSatisfying(
            SQLException.class, e -> assertThat(e.getSQLState()).isEqualTo("23505"));
    assertThat(rows).isEmpty();
    connection.rollback();
    assertThat(READ.on(connection).set("least", 0).list(this::n)).isEmpty();
  }

  @Test
  void rows_that_nobody_reads_and_rows_that_do_not_come_are_refused() throws SQLException {
    Pipeline unread = new Pipeline(connection);
    unread.add(READ.on(connection).set("least", 0));
    assertThatThrownBy(unread::run).hasMessage("t/read gives rows nobody reads");
    connection.rollback();
    Pipeline unsaid = new Pipeline(connection);
    unsaid.add(insert(1), this::n);
    assertThatThrownBy(unsaid::run).hasMessage("t/insert gives no rows");
  }

  @Test
  void a_parameter_that_is_not_bound_is_named() {
    Pipeline pipeline = new Pipeline(connection);
    pipeline.add(READ.on(connection));
    assertThatThrownBy(pipeline::run).hasMessage("t/read: parameter least is not bound");
  }

  private BoundStatement insert(int... ns) throws SQLException {
    return INSERT.on(connection).integers("ns", ns).set("text", "; not the end");
  }

  private int n(Row row) throws SQLException {
    return row.integer("n");
  }
}
