package sluice.ejb.control;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.GateRule;
import sluice.core.gate.Limits;
import sluice.core.gate.PartitionState;
import sluice.ejb.audit.Act;
import sluice.ejb.partition.PartitionRow;
import sluice.ejb.partition.Waking;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.policy.SaveRequest;
import sluice.ejb.policy.UnknownPolicy;
import sluice.sql.Row;
import sluice.sql.SqlStatement;

/**
 * An operator's word on one partition, on a connection inside a transaction: lock it, write it,
 * wake who waits, audit. A tick that decides on the partition holds its lock, so after the commit
 * none admits by what held before.
 *
 * <p>Locks, in this order: the policy's row for key share, the partition, its waiter rows. Used
 * once, by one thread.
 */
public final class ControlPartition {
  private static final SqlStatement KEEP = SqlStatement.named("control/keep_policy");
  private static final SqlStatement MAKE = SqlStatement.named("control/make_partition");
  private static final SqlStatement LOCK = SqlStatement.named("control/lock_partition");
  private static final SqlStatement NOW = SqlStatement.named("observe/read_clock");
  private static final SqlStatement SET_OVERRIDE = SqlStatement.named("control/set_override");
  private static final SqlStatement SET_PAUSED = SqlStatement.named("control/set_partition_paused");

  /** An idle partition may be collected between making and locking. */
  private static final int MOST_TRIES = 3;

  private final Connection connection;
  private final PolicySource policies;
  private final PartitionName name;
  private final SaveRequest.By by;

  private record Kept(int id, int version) {}

  private record Locked(
      GateRule rule,
      PartitionRow row,
      Instant now,
      @Nullable String overrideReason,
      @Nullable String pausedReason) {}

  private record Read(
      PartitionRow row, @Nullable String overrideReason, @Nullable String pausedReason) {
    static Read of(Row row) throws SQLException {
      return new Read(
          PartitionRow.read(row),
          row.textOrNull("override_reason"),
          row.textOrNull("paused_reason"));
    }
  }

  /** For one act on one partition. */
  public ControlPartition(
      Connection connection, PolicySource policies, PartitionName name, SaveRequest.By by) {
    this.connection = connection;
    this.policies = policies;
    this.name = name;
    this.by = by;
  }

  /**
   * Sets a limit by hand, on a partition that is made if no job has named it yet. It holds from the
   * commit on; jobs in flight stay, also above it.
   */
  public void override(HandLimit limit) throws SQLException {
    Locked locked = lock(true).orElseThrow(() -> UnknownPartition.key(name));
    limit.check(locked.now());
    write(locked, limit, by.reason());
    audit("partition.override", said(locked), said(limit, by.reason()));
  }

  /**
   * Takes the limit back; the policy's holds again from the commit on.
   *
   * @return false if there was none
   */
  public boolean lift() throws SQLException {
    Optional<Locked> locked = lock(false);
    if (locked.isEmpty() || locked.get().row().control().limit() == null) {
      return false;
    }
    write(locked.get(), null, null);
    audit("partition.lift-override", said(locked.get()), null);
    return true;
  }

  /**
   * Closes the partition until it is resumed, whatever becomes of the policy; made if no job has
   * named it yet.
   */
  public void pause() throws SQLException {
    setPaused(lock(true).orElseThrow(() -> UnknownPartition.key(name)), true);
  }

  /** Opens the partition again, unless its policy is paused. */
  public void resume() throws SQLException {
    setPaused(lock(false).orElseThrow(() -> UnknownPartition.key(name)), false);
  }

  private void setPaused(Locked locked, boolean paused) throws SQLException {
    boolean before = locked.row().control().paused();
    if (before == paused) {
      return;
    }
    SET_PAUSED
        .on(connection)
        .set("id", locked.row().id())
        .set("paused", paused)
        .set("reason", paused ? by.reason() : null)
        .update();
    wake(locked.row().id());
    audit(
        paused ? "partition.pause" : "partition.resume",
        paused(before, locked.pausedReason()),
        paused(paused, paused ? by.reason() : null));
  }

  private Optional<Locked> lock(boolean make) throws SQLException {
    Kept kept =
        KEEP.on(connection)
            .set("name", name.policy())
            .first(row -> new Kept(row.integer("id"), row.integer("version")))
            .orElseThrow(() -> new UnknownPolicy(name.policy()));
    GateRule rule =
        policies
            .byId(kept.id(), kept.version())
            .policy()
            .gate(name.gate())
            .orElseThrow(() -> UnknownPartition.gate(name));
    name.checkAgainst(rule);
    Optional<Read> read = lockRow(kept.id());
    for (int i = 0; make && read.isEmpty() && i < MOST_TRIES; i++) {
      make(kept.id(), rule);
      read = lockRow(kept.id());
    }
    if (read.isEmpty()) {
      return Optional.empty();
    }
    // Read after the lock: a tick that was waited for may have counted tokens meanwhile.
    Instant now = NOW.on(connection).one(row -> row.instant("now"));
    Read found = read.get();
    return Optional.of(
        new Locked(rule, found.row(), now, found.overrideReason(), found.pausedReason()));
  }

  private Optional<Read> lockRow(int policyId) throws SQLException {
    return LOCK.on(connection)
        .set("policy", policyId)
        .set("gate", name.gate())
        .set("key", name.key())
        .first(Read::of);
  }

  private void make(int policyId, GateRule rule) throws SQLException {
    Limits limits = rule.dynamic() ? Limits.NONE : rule.fixedLimits();
    MAKE.on(connection)
        .set("policy", policyId)
        .set("gate", name.gate())
        .set("key", name.key())
        .set("current_max", rule.fresh(limits, Instant.EPOCH).adaptation().currentMax())
        .update();
  }

  private void write(Locked locked, @Nullable HandLimit limit, @Nullable String reason)
      throws SQLException {
    PartitionState earned = locked.row().view(locked.rule()).accrued(locked.now());
    SET_OVERRIDE
        .on(connection)
        .set("id", locked.row().id())
        .set("limit", limit == null ? null : limit.limit())
        .set("until", limit == null ? null : limit.expiresAt())
        .set("reason", reason)
        .set("tokens", earned.tokens())
        .set("refilled_at", earned.refilledAt())
        .update();
    wake(locked.row().id());
  }

  /** A statement of its own, after the lock: its snapshot sees who went to sleep before it. */
  private void wake(long partition) throws SQLException {
    Waking.on(connection, partition);
  }

  private static @Nullable Map<String, ?> said(Locked locked) {
    Double limit = locked.row().control().limit();
    return limit == null
        ? null
        : said(new HandLimit(limit, locked.row().control().until()), locked.overrideReason());
  }

  private static Map<String, ?> said(HandLimit limit, @Nullable String reason) {
    Map<String, @Nullable Object> said = new LinkedHashMap<>();
    said.put("limit", limit.limit());
    said.put("expiresAt", limit.expiresAt());
    said.put("reason", reason);
    return said;
  }

  private static Map<String, ?> paused(boolean paused, @Nullable String reason) {
    Map<String, @Nullable Object> said = new LinkedHashMap<>();
    said.put("paused", paused);
    said.put("reason", reason);
    return said;
  }

  private void audit(String action, @Nullable Map<String, ?> before, @Nullable Map<String, ?> after)
      throws SQLException {
    Act.Change change = Act.Change.of(before, after);
    new Act(by.actor(), action, name.subject(), by.reason(), change).write(connection);
  }
}
