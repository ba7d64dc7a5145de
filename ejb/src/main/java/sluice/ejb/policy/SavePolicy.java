package sluice.ejb.policy;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import sluice.core.policy.Fault;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.Policy;
import sluice.core.policy.PolicyDocument;
import sluice.ejb.audit.Act;
import sluice.ejb.event.PolicyEvent;
import sluice.ejb.json.JsonText;
import sluice.ejb.policy.SavedPolicy.Outcome;
import sluice.sql.SqlStatement;

/**
 * Puts a document in force: checked first, then one transaction that writes the version, lets
 * sleeping lanes be looked at under the new limits, and the audit. Used once, by one thread.
 */
final class SavePolicy {
  private static final SqlStatement SAME = SqlStatement.named("policy/is_same_definition");
  private static final SqlStatement INSERT = SqlStatement.named("policy/insert_policy");
  private static final SqlStatement INSERT_VERSION = SqlStatement.named("policy/insert_version");
  private static final SqlStatement SET_VERSION = SqlStatement.named("policy/set_version");
  private static final SqlStatement WAKE = SqlStatement.named("policy/wake_waiters");

  private final SaveRequest request;
  private final boolean fromFile;
  private final String definition;
  private final Policy policy;

  private SavePolicy(
      SaveRequest request, boolean fromFile, Map<String, Object> document, Policy policy) {
    this.request = request;
    this.fromFile = fromFile;
    this.definition = JsonText.of(document);
    this.policy = policy;
  }

  /**
   * A request whose document was read.
   *
   * @throws PolicyRefused with every fault
   */
  static SavePolicy checked(SaveRequest request, boolean fromFile) {
    try {
      Map<String, Object> document = PolicyDocument.parse(request.document());
      Policy policy = PolicyDocument.read(document);
      if (!policy.name().equals(request.name())) {
        String allowed = "'" + request.name() + "', the name it is saved under";
        throw new PolicyRefused(List.of(new Fault("policy", "'" + policy.name() + "'", allowed)));
      }
      return new SavePolicy(request, fromFile, document, policy);
    } catch (InvalidPolicy e) {
      throw new PolicyRefused(e.faults());
    }
  }

  /** The document as JSON text. */
  String definition() {
    return definition;
  }

  /** Saves in the connection's transaction. */
  SavedPolicy on(Connection connection) throws SQLException {
    if (request.dryRun()) {
      Optional<StoredPolicy> stored = StoredPolicy.find(connection, request.name());
      expect(stored.map(StoredPolicy::version).orElse(0));
      return stored.isPresent() ? compared(connection, stored.get()) : fresh(0);
    }
    Optional<StoredPolicy> stored = StoredPolicy.lock(connection, request.name());
    expect(stored.map(StoredPolicy::version).orElse(0));
    if (stored.isEmpty()) {
      Optional<Integer> id =
          INSERT
              .on(connection)
              .set("name", request.name())
              .set("in_files", fromFile)
              .first(row -> row.integer("id"));
      if (id.isPresent()) {
        return created(connection, id.get());
      }
      stored = StoredPolicy.lock(connection, request.name());
      expect(stored.map(StoredPolicy::version).orElse(0));
    }
    return changed(connection, stored.orElseThrow(() -> new UnknownPolicy(request.name())));
  }

  private SavedPolicy created(Connection connection, int id) throws SQLException {
    insertVersion(connection, id, 1);
    audit(connection, "policy.create", new Act.Change(null, definition));
    announce(connection, PolicyEvent.Kind.CREATED, 1);
    return fresh(id);
  }

  private SavedPolicy changed(Connection connection, StoredPolicy stored) throws SQLException {
    SavedPolicy saved = compared(connection, stored);
    if (saved.outcome() == Outcome.UNCHANGED) {
      return saved;
    }
    insertVersion(connection, stored.id(), saved.version());
    SET_VERSION
        .on(connection)
        .set("id", stored.id())
        .set("version", saved.version())
        .set("rekey", isKeyedAnew(stored))
        .update();
    WAKE.on(connection).set("policy_id", stored.id()).update();
    audit(connection, "policy.save", new Act.Change(stored.definition(), definition));
    announce(connection, PolicyEvent.Kind.CHANGED, saved.version());
    return saved;
  }

  private SavedPolicy fresh(int id) {
    return new SavedPolicy(id, 1, Outcome.CREATED, List.of());
  }

  private SavedPolicy compared(Connection connection, StoredPolicy stored) throws SQLException {
    boolean same =
        SAME.on(connection)
            .set("one", stored.definition())
            .set("other", definition)
            .one(row -> row.bool("same"));
    if (same) {
      return new SavedPolicy(stored.id(), stored.version(), Outcome.UNCHANGED, List.of());
    }
    return new SavedPolicy(stored.id(), stored.version() + 1, Outcome.CHANGED, notes(stored));
  }

  private List<String> notes(StoredPolicy stored) {
    List<String> notes = new ArrayList<>();
    before(stored).ifPresent(before -> notes.addAll(PolicyNotes.of(before, policy)));
    if (stored.inFiles() && !fromFile) {
      notes.add("this policy stands in a file: the change holds until the file itself is changed");
    }
    if (stored.paused()) {
      notes.add("the policy is paused and stays so");
    }
    return notes;
  }

  /** A version that cannot be read any more counts as keyed otherwise. */
  private boolean isKeyedAnew(StoredPolicy stored) {
    return before(stored)
        .map(before -> !PolicyDocument.keyingOf(before).equals(PolicyDocument.keyingOf(policy)))
        .orElse(true);
  }

  private static Optional<Policy> before(StoredPolicy stored) {
    try {
      return Optional.of(PolicyDocument.read(stored.definition()));
    } catch (InvalidPolicy e) {
      return Optional.empty();
    }
  }

  private void expect(int inForce) {
    request.expected().check(request.name(), inForce);
  }

  private void insertVersion(Connection connection, int id, int version) throws SQLException {
    INSERT_VERSION
        .on(connection)
        .set("policy_id", id)
        .set("version", version)
        .set("definition", definition)
        .set("author", request.by().actor())
        .set("reason", request.by().reason())
        .update();
  }

  private void announce(Connection connection, PolicyEvent.Kind kind, int version)
      throws SQLException {
    SaveRequest.By by = request.by();
    new PolicyEvent(kind, request.name(), version, by.actor(), by.reason()).announce(connection);
  }

  private void audit(Connection connection, String action, Act.Change change) throws SQLException {
    String subject = "policy:" + request.name();
    new Act(request.by().actor(), action, subject, request.by().reason(), change).write(connection);
  }
}
