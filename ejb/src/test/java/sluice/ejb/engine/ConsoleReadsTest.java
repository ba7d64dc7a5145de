package sluice.ejb.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import sluice.core.job.Outcome;
import sluice.ejb.forward.AdmittedBatch.AdmittedJob;
import sluice.ejb.namespace.ShareOfNamespace;
import sluice.ejb.observe.Death;

/** What the console's pages of namespaces and dead jobs read. */
class ConsoleReadsTest {
  private final Engine engine = new Engine();

  @Test
  void shares_of_a_namespace_are_those_with_waiting_jobs() throws SQLException {
    int policy =
        engine.policy(
            "{policy: p, destination: w, fairness: {key: '${f}', weight: 2}, gates: [{name: c, type: concurrency, key: '${k}', max: 1}]}");
    engine.stage(
        List.of(
            Engine.job("p", Map.of("k", "x", "f", "one")),
            Engine.job("p", Map.of("k", "x", "f", "one")),
            Engine.job("p", Map.of("k", "y", "f", "one")),
            Engine.job("p", Map.of("k", "y", "f", "one")),
            Engine.job("p", Map.of("k", "z", "f", "two"))));
    engine.tickOut(policy);
    List<ShareOfNamespace> shares =
        engine.inTransaction(c -> ShareOfNamespace.list(c, "default", 10));
    assertThat(shares).containsExactly(new ShareOfNamespace("p", "one", 2, 2, 2));
    List<ShareOfNamespace> none = engine.inTransaction(c -> ShareOfNamespace.list(c, "nobody", 10));
    assertThat(none).isEmpty();
  }

  @Test
  void deaths_are_told_of_dead_jobs_alone() throws SQLException {
    int policy = engine.policy("{policy: p, destination: w, retry: {maxAttempts: 1}}");
    engine.stage(List.of(Engine.job("p", Map.of("k", "x"))));
    List<AdmittedJob> admitted = engine.tickOut(policy);
    long id = admitted.getFirst().id();
    engine.settle(admitted, Outcome.FAILURE);
    Map<Long, Death> deaths = engine.inTransaction(c -> Death.of(c, new long[] {id, id + 1}));
    assertThat(deaths).containsOnlyKeys(id);
    assertThat(deaths.get(id).cause()).isNotEmpty();
  }
}
