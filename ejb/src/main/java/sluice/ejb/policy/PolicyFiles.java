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
import java.util.LinkedHashMap;
import java.util.Map;
import sluice.core.policy.Fault;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.database.DatabaseFailed;
import sluice.ejb.database.Transactions;
import sluice.ejb.policy.SavedPolicy.Outcome;

/**
 * Puts policy files in force, once at start. A file that says something new since it was last read
 * becomes a version; one that says the same leaves alone what people saved since; a faulty one is
 * logged with every fault and the version in force stays.
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

  /** Reads the folder and saves what changed. */
  public void putInForce(Path folder) {
    Map<String, String> fileByPolicy = new LinkedHashMap<>();
    for (PolicyFolder.PolicyFile file : new PolicyFolder(folder).files()) {
      try {
        put(file, fileByPolicy);
      } catch (PolicyRefused e) {
        e.faults().forEach(fault -> refused(file.file(), fault));
      } catch (InvalidPolicy e) {
        e.faults().forEach(fault -> refused(file.file(), fault));
      } catch (DatabaseFailed e) {
        LOG.log(Level.ERROR, "file=" + file.file() + " event=not-saved action=kept-old", e);
      }
    }
    String[] names = fileByPolicy.keySet().toArray(String[]::new);
    transactions.runApart(connection -> PolicyFileRows.mark(connection, names));
  }

  private void put(PolicyFolder.PolicyFile file, Map<String, String> fileByPolicy) {
    String name = PolicyDocument.read(file.text()).name();
    String other = fileByPolicy.putIfAbsent(name, file.file());
    if (other != null) {
      refused(
          file.file(),
          new Fault("policy", name, "a name of its own; " + other + " has this one already"));
      return;
    }
    SaveRequest.By by = new SaveRequest.By("file:" + file.file(), "read at start");
    SavePolicy save = SavePolicy.checked(new SaveRequest(name, file.text(), null, false, by), true);
    SavedPolicy saved =
        transactions.runApart(connection -> PolicyFileRows.saveIfNew(connection, name, save));
    LOG.log(
        Level.INFO,
        "file={0} policy={1} version={2} event={3}",
        file.file(),
        name,
        saved.version(),
        saved.outcome());
    saved.notes().forEach(note -> LOG.log(Level.INFO, "policy={0} note=\"{1}\"", name, note));
    if (saved.outcome() != Outcome.UNCHANGED) {
      changed.fire(new PolicyChanged(saved.id()));
    }
  }

  private static void refused(String file, Fault fault) {
    LOG.log(
        Level.ERROR,
        "file={0} event=refused action=kept-old fault=\"{1}\"",
        file,
        fault.sentence());
  }
}
