package sluice.standalone;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The embedded PostgreSQL keeps what it was told, lets in only whom it should, and gets over every
 * kind of end.
 */
class EmbeddedDatabaseTest {

  private static final String PASSWORD = "it's 1 \\ secret";

  @TempDir static Path once;

  @TempDir Path folder;

  /**
   * One data directory is made and each test that needs one starts on a copy: making one takes
   * seconds.
   */
  @BeforeAll
  static void make_a_data_directory() {
    EmbeddedDatabase.start(once.resolve("pg"), 0, PASSWORD).close();
  }

  @Test
  void keeps_data_over_a_clean_restart_and_over_a_crash() throws Exception {
    copyDataDirectory();
    try (EmbeddedDatabase database = start()) {
      execute(database, "create table kept (n int)");
      execute(database, "insert into kept values (1)");
    }
    try (EmbeddedDatabase database = start()) {
      execute(database, "insert into kept values (2)");
      database.crash();
      assertThat(database.isRunning()).isFalse();
      database.startAgain();
      assertThat(query(database, "select sum(n) from kept")).isEqualTo("3");
    }
  }

  @Test
  void is_durable_and_its_clock_is_utc_and_settings_given_go_before_the_defaults()
      throws Exception {
    copyDataDirectory();
    Map<String, String> settings = Map.of("max_connections", "33");
    try (EmbeddedDatabase database =
        EmbeddedDatabase.start(data(), folder.resolve("pg.log"), 0, PASSWORD, settings)) {
      assertThat(query(database, "show fsync")).isEqualTo("on");
      assertThat(query(database, "show synchronous_commit")).isEqualTo("on");
      assertThat(query(database, "show full_page_writes")).isEqualTo("on");
      assertThat(query(database, "show jit")).isEqualTo("off");
      assertThat(query(database, "show log_timezone")).isEqualTo("UTC");
      assertThat(query(database, "show shared_buffers")).isEqualTo("256MB");
      assertThat(query(database, "show max_connections")).isEqualTo("33");
      assertThat(query(database, "select rolsuper from pg_roles where rolname = current_user"))
          .isEqualTo("f");
    }
  }

  @Test
  void lets_nobody_in_without_the_password_and_listens_on_the_loopback_only() throws Exception {
    copyDataDirectory();
    try (EmbeddedDatabase database = start()) {
      for (String user : new String[] {"sluice", "postgres"}) {
        for (String wrong : new String[] {"", "postgres", "sluice"}) {
          assertThatThrownBy(
                  () -> DriverManager.getConnection(database.jdbcUrl(), user, wrong).close())
              .isInstanceOf(SQLException.class)
              .hasMessageContaining("password");
        }
      }
      assertThat(query(database, "show listen_addresses")).isEqualTo("127.0.0.1");
    }
    assertThat(Files.readString(folder.resolve("pg.log"))).doesNotContain(PASSWORD);
  }

  @Test
  void takes_the_password_given_at_start_even_when_the_old_one_was_lost() throws Exception {
    copyDataDirectory();
    try (EmbeddedDatabase database = start()) {
      execute(database, "create table kept (n int)");
    }
    try (EmbeddedDatabase database = EmbeddedDatabase.start(data(), 0, "another")) {
      assertThat(query(database, "select count(*) from kept")).isEqualTo("0");
      assertThatThrownBy(
              () -> DriverManager.getConnection(database.jdbcUrl(), "sluice", PASSWORD).close())
          .hasMessageContaining("password");
    }
  }

  @Test
  void stops_a_server_that_an_earlier_run_left_behind_and_goes_on_with_its_data() throws Exception {
    copyDataDirectory();
    EmbeddedDatabase orphan = start();
    execute(orphan, "create table kept (n int)");
    execute(orphan, "insert into kept values (7)");
    try (EmbeddedDatabase database = start()) {
      assertThat(database.pid()).isNotEqualTo(orphan.pid());
      assertThat(orphan.isRunning()).isFalse();
      assertThat(query(database, "select n from kept")).isEqualTo("7");
    }
  }

  @Test
  void starts_after_the_postmaster_was_killed_with_a_session_open() throws Exception {
    copyDataDirectory();
    EmbeddedDatabase killed = start();
    try (Connection ignored = killed.connect()) {
      execute(killed, "create table kept (n int)");
      assertThat(ProcessHandle.of(killed.pid()).orElseThrow().destroyForcibly()).isTrue();
      assertThat(Waiting.until(Duration.ofSeconds(10), () -> !killed.isRunning())).isTrue();
    }
    try (EmbeddedDatabase database = start()) {
      assertThat(query(database, "select count(*) from kept")).isEqualTo("0");
    }
  }

  @Test
  void is_not_misled_by_a_process_id_that_another_program_has_now() throws Exception {
    copyDataDirectory();
    start().close();
    Files.writeString(
        data().resolve("postmaster.pid"),
        "%d\n%s\n1\n1\n\n\n".formatted(ProcessHandle.current().pid(), data()));
    try (EmbeddedDatabase database = start()) {
      assertThat(database.isRunning()).isTrue();
    }
  }

  @Test
  void an_interrupted_creation_does_not_stand_in_the_way_of_the_next_start() throws Exception {
    Path unfinished = Files.createDirectories(folder.resolve("pg.new/base"));
    Files.writeString(unfinished.resolve("1"), "half");
    Files.createDirectories(data().resolve("base"));
    Files.writeString(data().resolve("PG_VERSION"), "17\n");
    try (EmbeddedDatabase database = start()) {
      assertThat(query(database, "select 1")).isEqualTo("1");
    }
    assertThat(folder.resolve("pg.new")).doesNotExist();
    try (var entries = Files.list(folder)) {
      assertThat(entries.map(path -> path.getFileName().toString()))
          .anyMatch(name -> name.startsWith("pg.incomplete-"));
    }
  }

  @Test
  void refuses_data_of_another_major_version_with_one_sentence() throws Exception {
    Files.createDirectories(data().resolve("global"));
    Files.writeString(data().resolve("global/pg_control"), "");
    Files.writeString(data().resolve("PG_VERSION"), "16\n");
    assertThatThrownBy(this::start)
        .isInstanceOf(StartRefusedException.class)
        .hasMessageContaining("written by PostgreSQL 16")
        .hasMessageContaining("SLUICE_DB_URL");
  }

  private Path data() {
    return folder.resolve("pg");
  }

  private EmbeddedDatabase start() throws IOException {
    return EmbeddedDatabase.start(data(), 0, PASSWORD);
  }

  private void copyDataDirectory() throws IOException {
    try (Stream<Path> files = Files.walk(once.resolve("pg"))) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.copy(file, folder.resolve(once.relativize(file)), StandardCopyOption.COPY_ATTRIBUTES);
      }
    }
  }

  private static void execute(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static String query(EmbeddedDatabase database, String sql) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }
}
