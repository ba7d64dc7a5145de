package sluice.sql;

import javax.sql.DataSource;
import org.flywaydb.core.Flyway;

/**
 * Brings the schema {@code sluice} to the version that this program needs. Safe to call from
 * several nodes at once.
 */
public final class Schema {
  /** The schema's name; also the connections' search path. */
  public static final String NAME = "sluice";

  private Schema() {}

  /**
   * Migrates.
   *
   * @param dataSource connections outside any transaction of the caller
   * @return number of migrations applied now
   */
  public static int migrate(DataSource dataSource) {
    return Flyway.configure(Schema.class.getClassLoader())
        .dataSource(dataSource)
        .schemas(NAME)
        .defaultSchema(NAME)
        .locations("classpath:db/migration")
        .validateMigrationNaming(true)
        .load()
        .migrate()
        .migrationsExecuted;
  }
}
