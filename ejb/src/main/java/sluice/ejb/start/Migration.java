package sluice.ejb.start;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import javax.sql.DataSource;
import sluice.sql.Schema;

/** Brings the schema up to date before anything else runs. Several nodes may start at once. */
@Singleton
@Startup
@TransactionManagement(TransactionManagementType.BEAN)
public class Migration {
  private static final Logger LOG = System.getLogger(Migration.class.getName());

  @Resource(lookup = "jdbc/sluice")
  @SuppressWarnings("NullAway.Init") // injected
  private DataSource dataSource;

  @PostConstruct
  void migrate() {
    LOG.log(Level.INFO, "event=migrated applied={0}", Schema.migrate(dataSource));
  }
}
