package sluice.ejb.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import sluice.sql.TestDatabase;

class PolicyCatalogTest {
  private final TestDatabase database = TestDatabase.fresh();
  private final PoliciesForTests policies = new PoliciesForTests(database);
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicLong now = new AtomicLong();
  private final PolicyCatalog catalog =
      new PolicyCatalog(
          before -> {
            reads.incrementAndGet();
            return policies.in(connection -> PolicyRows.read(connection, before));
          },
          now::get);

  private void save(int max) {
    policies.save(
        "p", PoliciesForTests.document("p", "[{name: a, type: globalCap, max: " + max + "}]"));
  }

  private void pass(long millis) {
    now.addAndGet(millis * 1_000_000);
  }

  @Test
  void a_known_name_is_read_again_after_a_second_only() {
    save(1);
    catalog.open();
    for (int i = 0; i < 100; i++) {
      assertThat(catalog.byName("p")).isPresent();
    }
    assertThat(reads).hasValue(1);
    pass(1_000);
    catalog.byName("p");
    assertThat(reads).hasValue(2);
  }

  @Test
  void unknown_names_cost_one_query_each_200_ms() {
    catalog.open();
    pass(200);
    for (int i = 0; i < 100; i++) {
      assertThat(catalog.byName("nobody" + i)).isEmpty();
    }
    assertThat(reads).hasValue(2);
    save(1);
    pass(200);
    assertThat(catalog.byName("p")).isPresent();
  }

  @Test
  void a_policy_saved_while_another_thread_reads_is_not_said_to_be_unknown() throws Exception {
    CountDownLatch reading = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    AtomicInteger calls = new AtomicInteger();
    PolicyCatalog slow =
        new PolicyCatalog(
            before -> {
              KnownPolicies read = policies.in(connection -> PolicyRows.read(connection, before));
              if (calls.incrementAndGet() == 1) {
                reading.countDown();
                await(goOn);
              }
              return read;
            },
            now::get);
    Thread tick = Thread.ofPlatform().start(slow::refresh);
    await(reading);
    save(1);
    slow.onChange(new PolicyChanged(1));
    FutureTask<Boolean> known = new FutureTask<>(() -> slow.byName("p").isPresent());
    Thread stager = Thread.ofPlatform().start(known);
    Awaitility.await().until(() -> known.isDone() || stager.getState() == Thread.State.WAITING);
    goOn.countDown();
    assertThat(known.get(20, TimeUnit.SECONDS)).isTrue();
    tick.join(20_000);
  }

  private static void await(CountDownLatch latch) {
    try {
      if (!latch.await(20, TimeUnit.SECONDS)) {
        throw new IllegalStateException("the other thread does not come");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void a_version_that_a_row_names_is_read_at_once() {
    save(1);
    catalog.open();
    ActivePolicy first = catalog.byName("p").orElseThrow();
    save(2);
    assertThat(catalog.byId(first.id()).orElseThrow().version()).isEqualTo(1);
    assertThat(catalog.byId(first.id(), 2).version()).isEqualTo(2);
  }

  @Test
  void a_pause_keeps_the_compiled_policy() {
    save(1);
    catalog.open();
    ActivePolicy before = catalog.byName("p").orElseThrow();
    policies.in(c -> PausePolicy.set(c, "p", true, PoliciesForTests.ANN));
    catalog.onChange(new PolicyChanged(before.id()));
    ActivePolicy after = catalog.byName("p").orElseThrow();
    assertThat(after.paused()).isTrue();
    assertThat(after.policy()).isSameAs(before.policy());
  }
}
