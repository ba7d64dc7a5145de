package sluice.acceptance.chaos;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import sluice.acceptance.chaos.Fault.Event;
import sluice.acceptance.chaos.Site.WorkerProcess;

/** Does one fault after the other to a site. Used by one thread. */
final class Faults {
  private static final int CLOCK_OFF_SECONDS = 600;

  private final boolean brief;
  private final Site site;
  private final Random random;
  private final Attempts attempts;
  private final List<Event> events = new ArrayList<>();
  private final AtomicInteger silent = new AtomicInteger();
  private final List<String> notes = new ArrayList<>();
  private final CountDownLatch never = new CountDownLatch(1);

  /**
   * Faults.
   *
   * @param brief causes are taken away after the least time
   */
  Faults(Site site, Random random, Attempts attempts, boolean brief) {
    this.brief = brief;
    this.site = site;
    this.random = random;
    this.attempts = attempts;
  }

  /** What was done so far. */
  List<Event> events() {
    return List.copyOf(events);
  }

  /** What went otherwise than it should, like a node that did not leave in time. */
  List<String> notes() {
    return List.copyOf(notes);
  }

  /** Whether it can be done now: at least one node is to be left alone. */
  boolean isPossible(Fault fault) {
    if (fault == Fault.NODE_CLOCK && FakeTime.library().isEmpty()) {
      return false;
    }
    return !fault.isOfNode() || site.nodes().stream().allMatch(Node::isReady);
  }

  /** Does it and takes its cause away. */
  void inflict(Fault fault) {
    try {
      inflictOnSomebody(fault);
    } catch (InterruptedException | SQLException e) {
      throw new IllegalStateException("cannot do " + fault, e);
    }
  }

  private void inflictOnSomebody(Fault fault) throws InterruptedException, SQLException {
    Node node = site.nodes().get(random.nextInt(site.nodes().size()));
    WorkerProcess worker = site.workers().get(random.nextInt(site.workers().size()));
    long from = System.nanoTime();
    String target = fault.isOfNode() ? node.name() : "";
    long to = 0;
    switch (fault) {
      case NODE_KILL -> restart(node, Duration.ZERO);
      case NODE_CLOCK -> restart(node, Duration.ofSeconds(clockOff()));
      case NODE_LEAVE -> leave(node);
      case NODE_FREEZE -> freeze(node);
      case BROKER_KILL -> killBroker();
      case BROKER_FREEZE -> freezeBroker();
      case BROKER_FULL -> fillBroker();
      case DATABASE_KILL -> killDatabase();
      case DATABASE_FREEZE -> freezeDatabase();
      case DATABASE_LOCK -> lockDatabase();
      case DATABASE_CUT -> cutDatabase();
      case DATABASE_READ_ONLY -> readOnlyDatabase();
      case WORKER_KILL -> {
        target = worker.name();
        to = Attempt.NEVER;
        worker.child().kill();
        hold(0, 2);
        site.replace(worker);
      }
      case WORKER_FREEZE -> {
        target = worker.name();
        worker.child().freeze();
        hold(TestPolicy.LEASE_SECONDS + 2, TestPolicy.LEASE_SECONDS + 6);
        worker.child().thaw();
      }
      case WORKER_SILENT -> {
        target = "silent-" + silent.incrementAndGet();
        beSilent(target);
      }
    }
    events.add(new Event(fault, target, from, Math.max(to, System.nanoTime())));
  }

  private int clockOff() {
    return random.nextBoolean() ? CLOCK_OFF_SECONDS : -CLOCK_OFF_SECONDS;
  }

  private void restart(Node node, Duration clockOff) throws InterruptedException {
    node.kill();
    hold(1, 4);
    node.setClock(clockOff);
    node.start();
  }

  private void leave(Node node) {
    if (!node.leave()) {
      notes.add("node " + node.name() + " did not leave in time");
    }
    node.setClock(Duration.ZERO);
    node.start();
  }

  private void freeze(Node node) throws InterruptedException {
    node.freeze();
    hold(3, 13);
    node.thaw();
  }

  private void killBroker() throws InterruptedException {
    site.broker().kill();
    hold(1, 10);
    site.startBroker();
  }

  private void freezeBroker() throws InterruptedException {
    site.broker().freeze();
    hold(2, 12);
    site.broker().thaw();
  }

  private void fillBroker() throws InterruptedException {
    site.broker().order("full");
    hold(3, 12);
    site.broker().order("free");
  }

  private void killDatabase() throws InterruptedException {
    site.killDatabase();
    hold(1, 10);
    site.startDatabase();
  }

  private void freezeDatabase() throws InterruptedException {
    List<ProcessHandle> processes = site.databaseProcesses();
    Child.signal("STOP", processes);
    hold(2, 12);
    Child.signal("CONT", processes);
  }

  private void lockDatabase() throws SQLException, InterruptedException {
    try (Connection connection = site.connect();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.execute("lock table sluice.gate_partition in exclusive mode");
      hold(2, 10);
      connection.rollback();
    }
  }

  private void cutDatabase() throws SQLException, InterruptedException {
    for (int i = 0; i < 3; i++) {
      try (Connection connection = site.connectAsSuperuser();
          Statement statement = connection.createStatement()) {
        cut(statement);
      }
      hold(0, 1);
    }
  }

  private void readOnlyDatabase() throws SQLException, InterruptedException {
    setReadOnly("set default_transaction_read_only = on");
    hold(3, 10);
    setReadOnly("reset default_transaction_read_only");
  }

  private void setReadOnly(String change) throws SQLException {
    try (Connection connection = site.connectAsSuperuser();
        Statement statement = connection.createStatement()) {
      statement.execute("set default_transaction_read_only = off");
      statement.execute("alter database sluice " + change);
      cut(statement);
    }
  }

  private static void cut(Statement statement) throws SQLException {
    statement.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
            + " where usename = 'sluice' and pid <> pg_backend_pid()");
  }

  private void beSilent(String name) throws InterruptedException {
    List<TestPolicy> policies = TestPolicy.all();
    TestPolicy policy = policies.get(random.nextInt(policies.size()));
    try (SilentWorker worker = new SilentWorker(site.brokerUrl(), name, attempts)) {
      worker.take(policy.queue(), 6);
      hold(TestPolicy.LEASE_SECONDS + 1, TestPolicy.LEASE_SECONDS + 3);
      worker.reportLate();
    }
  }

  private void hold(int least, int most) throws InterruptedException {
    long millis = 1000L * least + (brief ? 0 : random.nextInt(1000 * (most - least) + 1));
    never.await(millis, TimeUnit.MILLISECONDS);
  }
}
