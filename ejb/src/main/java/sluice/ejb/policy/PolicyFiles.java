package sluice.ejb.policy;

import jakarta.ejb.EJB;
import jakarta.ejb.Stateless;
import jakarta.ejb.TransactionAttribute;
import jakarta.ejb.TransactionAttributeType;
import jakarta.enterprise.event.Event;
import jakarta.inject.Inject;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import sluice.core.hint.RefusedFile;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.SavedPolicy.Outcome;

/**
 * Puts policy files in force, once at start. A file that says something new since it was last read
 * becomes a version; one that says the same leaves alone what people saved since; a faulty one, and
 * each of two files for one policy, is logged with every fault, told as a hint ({@link
 * RefusedFiles}), and the version in force stays.
 */
@Stateless
@TransactionAttribute(TransactionAttributeType.NOT_SUPPORTED)
public class PolicyFiles {
  private static final Logger LOG = System.getLogger(PolicyFiles.class.getName());

  @EJB
  @SuppressWarnings("NullAway.Init") // injected
  private Transactions transactions;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private Event<PolicyChanged> changed;

  @Inject
  @SuppressWarnings("NullAway.Init") // injected
  private RefusedFiles refusedFiles;

  /** Reads the folder and saves what changed. */
  public void putInForce(Path folder) {
    CheckedFiles checked = CheckedFiles.of(new PolicyFolder(folder).read());
    List<RefusedFile> refused = new ArrayList<>(checked.refused());
    for (CheckedFiles.Checked file : checked.files()) {
      try {
        put(file);
      } catch (DatabaseFailed e) {
        LOG.log(Level.ERROR, "file=" + file.file() + " event=not-saved action=kept-old", e);
        refused.add(new RefusedFile(file.file(), "the database did not take it"));
      }
    }
    refused.forEach(PolicyFiles::tell);
    refusedFiles.set(refused);
    // The launcher counts by this line.
    LOG.log(
        Level.INFO,
        "event=policy-files-read taken={0} refused={1}",
        Integer.toString(checked.files().size() + checked.refused().size() - refused.size()),
        Integer.toString(refused.size()));
    String[] names = checked.names().toArray(String[]::new);
    transactions.runApart(connection -> PolicyFileRows.mark(connection, names));
  }

  private void put(CheckedFiles.Checked file) {
    SavedPolicy saved =
        transactions.runApart(
            connection -> PolicyFileRows.saveIfNew(connection, file.policy(), file.save()));
    LOG.log(
        Level.INFO,
        "file={0} policy={1} version={2} event={3}",
        file.file(),
        file.policy(),
        saved.version(),
        saved.outcome());
    saved
        .notes()
        .forEach(note -> LOG.log(Level.INFO, "policy={0} note=\"{1}\"", file.policy(), note));
    if (saved.outcome() != Outcome.UNCHANGED) {
      changed.fire(new PolicyChanged(saved.id()));
    }
  }

  private static void tell(RefusedFile refused) {
    for (String fault : refused.faults()) {
      LOG.log(
          Level.ERROR,
          "file={0} event=refused action=kept-old fault=\"{1}\"",
          refused.file(),
          fault);
    }
  }
}
