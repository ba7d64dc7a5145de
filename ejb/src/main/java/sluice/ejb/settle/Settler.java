package sluice.ejb.settle;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import org.jspecify.annotations.Nullable;
import sluice.core.job.Outcome;
import sluice.core.policy.RetryRule;
import sluice.core.settlement.Settlement;
import sluice.ejb.event.DeadJobs;
import sluice.ejb.policy.ActivePolicy;
import sluice.ejb.policy.PolicySource;
import sluice.ejb.tally.Tallies;
import sluice.sql.Pipeline;
import sluice.sql.SqlStatement;

/**
 * Settles attempts, on a connection inside a transaction: lock the jobs, decide, move them on,
 * release their slots, wake who waits.
 *
 * <p>Locks, in this order: jobs in flight by id, gate partitions by id, waiter rows. Thread-safe;
 * remembers only the partitions of lanes.
 */
public final class Settler {
  private static final SqlStatement LOCK_ATTEMPTS = SqlStatement.named("settle/lock_attempts");
  private static final SqlStatement LOCK_LOST = SqlStatement.named("settle/lock_lost");
  private static final SqlStatement FINISH_JOBS = SqlStatement.named("settle/finish_jobs");
  private static final SqlStatement RETRY_JOBS = SqlStatement.named("settle/retry_jobs");
  private static final SqlStatement POLICIES_OF_STALE =
      SqlStatement.named("settle/policies_of_stale");
  private static final SqlStatement BURY_JOBS = SqlStatement.named("settle/bury_jobs");

  private final PolicySource policies;
  private final DoubleSupplier jitter;
  private final LanePartitions lanes = new LanePartitions();

  /**
   * A settler.
   *
   * @param policies the policies in force, for their retry rules and gates
   * @param jitter numbers in [0, 1) that spread retries
   */
  public Settler(PolicySource policies, DoubleSupplier jitter) {
    this.policies = policies;
    this.jitter = jitter;
  }

  /**
   * What settling did.
   *
   * @param settled attempts that ended now
   * @param stale words on attempts that were not current
   * @param woken policies whose lanes slept on a slot that is free now
   */
  public record Settled(int settled, int stale, Set<Integer> woken) {}

  /**
   * Settles the words of workers; the first word on an attempt counts, late and repeated ones
   * change nothing.
   */
  public Settled settle(Connection connection, Collection<Completion> completions)
      throws SQLException {
    Map<AttemptRef, Completion> words = new LinkedHashMap<>();
    completions.forEach(word -> words.putIfAbsent(word.attempt(), word));
    Tallies tallies = new Tallies();
    boolean plain = words.values().stream().allMatch(w -> w.outcome() == Outcome.SUCCESS);
    List<Attempt> attempts = plain ? finish(connection, words) : lock(connection, words);
    if (plain) {
      attempts.forEach(attempt -> tallyFinished(attempt, word(words, attempt), tallies));
    } else {
      moveOn(connection, attempts, words, tallies);
    }
    Pipeline writes = new Pipeline(connection);
    List<Integer> woken =
        new SlotRelease(connection, policies, lanes, writes).release(attempts, words);
    if (attempts.size() < words.size()) {
      countStale(connection, attempts, words.keySet(), tallies);
    }
    tallies.insert(writes);
    writes.run();
    return new Settled(attempts.size(), words.size() - attempts.size(), Set.copyOf(woken));
  }

  /** Ends attempts whose words all tell of success, in one statement. */
  private static List<Attempt> finish(Connection connection, Map<AttemptRef, Completion> words)
      throws SQLException {
    List<Completion> sorted = new ArrayList<>(words.values());
    sorted.sort(Comparator.comparingLong(word -> word.attempt().jobId()));
    return FINISH_JOBS
        .on(connection)
        .bigints("ids", sorted.stream().mapToLong(w -> w.attempt().jobId()).toArray())
        .integers("attempts", sorted.stream().mapToInt(w -> w.attempt().attempt()).toArray())
        .instants("started_ats", sorted.stream().map(Completion::startedAt).toArray(Instant[]::new))
        .list(Attempt::read);
  }

  private static List<Attempt> lock(Connection connection, Map<AttemptRef, Completion> words)
      throws SQLException {
    return LOCK_ATTEMPTS
        .on(connection)
        .bigints("ids", words.keySet().stream().mapToLong(AttemptRef::jobId).toArray())
        .integers("attempts", words.keySet().stream().mapToInt(AttemptRef::attempt).toArray())
        .list(Attempt::read);
  }

  private static void tallyFinished(Attempt attempt, Completion word, Tallies tallies) {
    tallyEnded(attempt, word, tallies);
    tallies.add(attempt.policyId(), Tallies.Figure.FINISHED, 1);
  }

  private static void tallyEnded(Attempt attempt, Completion word, Tallies tallies) {
    tallies.add(attempt.policyId(), Tallies.Figure.IN_FLIGHT, -1);
    Instant startedAt = word.startedAt();
    if (startedAt != null) {
      tallies.started(attempt.policyId(), attempt.lagMillis(startedAt));
    }
  }

  /**
   * Late and repeated words count with the policy of their job, wherever that is now. The history
   * of a policy that is gone outlives it, but nobody reads its figures.
   */
  private void countStale(
      Connection connection, List<Attempt> settled, Set<AttemptRef> words, Tallies tallies)
      throws SQLException {
    Set<AttemptRef> stale = new LinkedHashSet<>(words);
    settled.forEach(attempt -> stale.remove(attempt.ref()));
    POLICIES_OF_STALE
        .on(connection)
        .bigints("ids", stale.stream().mapToLong(AttemptRef::jobId).toArray())
        .list(row -> Map.entry(row.integer("policy_id"), Math.toIntExact(row.bigint("words"))))
        .stream()
        .filter(count -> policies.byId(count.getKey()).isPresent())
        .forEach(count -> tallies.add(count.getKey(), Tallies.Figure.STALE, count.getValue()));
  }

  /** Settles attempts admitted since then whose lease has ended as lost, at most {@code limit}. */
  public Settled reap(Connection connection, Instant admittedSince, int limit) throws SQLException {
    List<Completion> lost =
        LOCK_LOST
            .on(connection)
            .set("limit", limit)
            .set("admitted_since", admittedSince)
            .list(row ->
                new Completion(
                    new AttemptRef(row.bigint("id"), row.integer("attempt")),
                    Outcome.LOST,
                    null,
                    "no word within the lease",
                    null));
    return lost.isEmpty() ? new Settled(0, 0, Set.of()) : settle(connection, lost);
  }

  /** The three ways on, as the rows of one statement each. */
  private static final class Ways {
    final Map<AttemptRef, Completion> finished = new LinkedHashMap<>();
    final List<Attempt> retried = new ArrayList<>();
    final List<Settlement.Retry> retries = new ArrayList<>();
    final List<@Nullable String> retryErrors = new ArrayList<>();
    final List<Attempt> buried = new ArrayList<>();
    final List<Settlement.Bury> burials = new ArrayList<>();
    final List<@Nullable String> burialErrors = new ArrayList<>();
  }

  private void moveOn(
      Connection connection,
      List<Attempt> attempts,
      Map<AttemptRef, Completion> words,
      Tallies tallies)
      throws SQLException {
    Ways ways = new Ways();
    Map<Integer, RetryRule> rules = new HashMap<>();
    for (Attempt attempt : attempts) {
      Completion word = word(words, attempt);
      RetryRule rule = rules.computeIfAbsent(attempt.policyId(), this::retryRule);
      switch (Settlement.decide(
          word.outcome(), attempt.failures(), rule, word.retryAfter(), jitter.getAsDouble())) {
        case Settlement.Finish f -> {
          ways.finished.put(attempt.ref(), word);
          tallyFinished(attempt, word, tallies);
        }
        case Settlement.Retry retry -> {
          tallyEnded(attempt, word, tallies);
          ways.retried.add(attempt);
          ways.retries.add(retry);
          ways.retryErrors.add(word.error());
          tallies.add(attempt.policyId(), Tallies.Figure.SCHEDULED, 1);
          tallies.add(
              attempt.policyId(), Tallies.Figure.FAILED, retry.failures() - attempt.failures());
        }
        case Settlement.Bury bury -> {
          tallyEnded(attempt, word, tallies);
          ways.buried.add(attempt);
          ways.burials.add(bury);
          ways.burialErrors.add(word.error());
          tallies.add(attempt.policyId(), Tallies.Figure.DEAD, 1);
          tallies.add(attempt.policyId(), Tallies.Figure.FAILED, 1);
        }
      }
    }
    write(connection, ways);
  }

  private static void write(Connection connection, Ways ways) throws SQLException {
    if (!ways.finished.isEmpty()) {
      finish(connection, ways.finished);
    }
    if (!ways.retried.isEmpty()) {
      RETRY_JOBS
          .on(connection)
          .bigints("ids", ids(ways.retried))
          .integers(
              "failures", ways.retries.stream().mapToInt(Settlement.Retry::failures).toArray())
          .bigints(
              "delays_ms", ways.retries.stream().mapToLong(r -> r.delay().toMillis()).toArray())
          .texts("errors", ways.retryErrors.toArray(new String[0]))
          .update();
    }
    if (!ways.buried.isEmpty()) {
      BURY_JOBS
          .on(connection)
          .bigints("ids", ids(ways.buried))
          .integers("failures", ways.burials.stream().mapToInt(Settlement.Bury::failures).toArray())
          .texts("causes", ways.burials.stream().map(b -> b.cause().name()).toArray(String[]::new))
          .texts("errors", ways.burialErrors.toArray(new String[0]))
          .update();
      DeadJobs.announce(connection, ids(ways.buried));
    }
  }

  /** A deleted policy's jobs are not tried again. */
  private RetryRule retryRule(int policyId) {
    Optional<ActivePolicy> policy = policies.byId(policyId);
    return policy
        .map(p -> p.policy().retry())
        .orElse(new RetryRule(1, Duration.ZERO, 1, Duration.ZERO));
  }

  static Completion word(Map<AttemptRef, Completion> words, Attempt attempt) {
    Completion word = words.get(attempt.ref());
    if (word == null) {
      throw new IllegalStateException(
          "attempt " + attempt.ref() + " was locked without a word on it");
    }
    return word;
  }

  private static long[] ids(List<Attempt> attempts) {
    return attempts.stream().mapToLong(a -> a.ref().jobId()).toArray();
  }
}
