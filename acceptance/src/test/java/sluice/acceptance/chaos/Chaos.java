package sluice.acceptance.chaos;

import jakarta.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.Consumer;
import sluice.acceptance.Http;

/**
 * A campaign: load on two nodes, fault after fault, until the rounds or the time are over; then the
 * work runs out and the judge speaks.
 *
 * <pre>Chaos MINUTES SEED REPORT [FOLDER]</pre>
 */
final class Chaos {
  private static final Duration START_WITHIN = Duration.ofMinutes(10);
  private static final Duration RECOVERS_WITHIN = Duration.ofSeconds(90);
  private static final Duration UP_WITHIN = Duration.ofMinutes(3);
  private static final Duration DRAINS_WITHIN = Duration.ofMinutes(4);
  private static final int BACKLOG = 1_500;
  private static final int SHORT_BACKLOG = 300;

  /** Compiling what is hot for good costs more of two cores than it brings in minutes. */
  private static final String SHORT_LIVED = "-XX:TieredStopAtLevel=1";

  /** Jobs that must begin after a fault before the next one comes; in a short campaign fewer. */
  private static final int CALM = 1_000;

  private static final int SHORT_CALM = 100;

  private final Plan plan;
  private final Consumer<String> say;
  private final Random random;
  private final Attempts attempts = new Attempts();
  private final List<Outcome.Round> rounds = new ArrayList<>();
  private final List<String> violations = new ArrayList<>();
  private long begin;

  /**
   * What to do.
   *
   * @param root the repository
   * @param folder for data and logs of the campaign
   * @param seed of everything that is random
   * @param faults exactly these, in this order; empty = all kinds in random order until time is up
   */
  record Plan(Path root, Path folder, long seed, Duration length, List<Fault> faults) {}

  private Chaos(Plan plan, Consumer<String> say) {
    this.plan = plan;
    this.say = say;
    this.random = new Random(plan.seed());
  }

  /** Runs a campaign from start to verdict. */
  static Outcome run(Plan plan, Consumer<String> say) {
    return new Chaos(plan, say).run();
  }

  /** Arguments as above; exit code 1 when the verdict is not clean. */
  public static void main(String[] arguments) throws IOException {
    Path folder =
        arguments.length > 3
            ? Files.createDirectories(Path.of(arguments[3]).toAbsolutePath())
            : Files.createTempDirectory("sluice-chaos");
    Path root = Path.of(Optional.ofNullable(System.getenv("SLUICE_ROOT")).orElse("."));
    Duration length = Duration.ofSeconds((long) (60 * Double.parseDouble(arguments[0])));
    Plan plan =
        new Plan(
            root.toAbsolutePath().normalize(),
            folder,
            Long.parseLong(arguments[1]),
            length,
            List.of());
    Outcome outcome = run(plan, System.out::println);
    Report.write(Path.of(arguments[2]), outcome);
    System.out.println(Report.of(outcome));
    System.exit(outcome.verdict().isClean() ? 0 : 1);
  }

  private Outcome run() {
    say.accept("seed=%d folder=%s".formatted(plan.seed(), plan.folder()));
    try (Site site = new Site(plan.root(), plan.folder(), attempts, isShort() ? SHORT_LIVED : "")) {
      Node first = site.nodes().getFirst();
      require(START_WITHIN, "nodes that are ready", () -> first.isReady());
      Http http = new Http(first.url(), "admin", Site.PASSWORD);
      prepare(http);
      require(START_WITHIN, "nodes that are ready", () -> site.nodes().get(1).isReady());
      begin = System.nanoTime();
      Faults faults = new Faults(site, random, attempts, isShort());
      int backlog = isShort() ? SHORT_BACKLOG : BACKLOG;
      Load load = new Load(site.brokerUrl(), plan.seed(), attempts, backlog);
      try (SlotWatch watch = new SlotWatch(site)) {
        awaitCalm("start", System.nanoTime());
        inflictAll(site, faults);
        load.close();
        return finish(site, load, faults, watch);
      } finally {
        load.close();
      }
    }
  }

  private boolean isShort() {
    return !plan.faults().isEmpty();
  }

  private static void require(
      Duration within, String what, java.util.function.BooleanSupplier condition) {
    if (!Ending.comesTrue(within, condition)) {
      throw new IllegalStateException("no " + what + " within " + within);
    }
  }

  private static void prepare(Http http) {
    for (TestPolicy policy : TestPolicy.all()) {
      Http.Answer answer = http.put("/policies/" + policy.name(), policy.document());
      if (answer.status() >= 300) {
        throw new IllegalStateException("policy " + policy.name() + ": " + answer);
      }
    }
    for (int i = 0; i < TestPolicy.CEILINGS.size(); i++) {
      String body =
          Json.createObjectBuilder()
              .add("maxInFlight", TestPolicy.CEILINGS.get(i))
              .add("reason", "chaos")
              .build()
              .toString();
      Http.Answer answer = http.put("/namespaces/n" + i, body);
      if (answer.status() >= 300) {
        throw new IllegalStateException("namespace n" + i + ": " + answer);
      }
    }
  }

  private void inflictAll(Site site, Faults faults) {
    if (!isShort()) {
      List<Fault> deck = new ArrayList<>();
      long end = begin + plan.length().toNanos();
      while (System.nanoTime() - end < 0) {
        next(deck, faults)
            .ifPresent(fault -> {
              deck.remove(fault);
              inflict(site, faults, fault);
            });
      }
    } else {
      for (Fault fault : plan.faults()) {
        require(START_WITHIN, "moment for " + fault, () -> faults.isPossible(fault));
        inflict(site, faults, fault);
      }
    }
  }

  /**
   * Every kind once in random order, then anew. Faults of nodes wait until both are up; if that
   * takes too long, they are left out this time.
   */
  private Optional<Fault> next(List<Fault> deck, Faults faults) {
    if (deck.isEmpty()) {
      deck.addAll(List.of(Fault.values()));
      deck.removeIf(fault -> fault == Fault.NODE_CLOCK && FakeTime.library().isEmpty());
      Collections.shuffle(deck, random);
    }
    if (!Ending.comesTrue(UP_WITHIN, () -> deck.stream().anyMatch(faults::isPossible))) {
      say.accept("left out, since a node is not up: " + deck);
      deck.clear();
    }
    return deck.stream().filter(faults::isPossible).findFirst();
  }

  private void inflict(Site site, Faults faults, Fault fault) {
    long from = System.nanoTime();
    int before = attempts.size();
    faults.inflict(fault);
    long over = System.nanoTime();
    long back = awaitCalm(fault.name(), over);
    rounds.add(
        new Outcome.Round(
            fault, (over - from) / 1_000_000, back / 1_000_000, attempts.size() - before));
    say.accept(
        "%6.1f s  %-18s %5.1f s, work again after %4.1f s, %d begun in all, nodes %s"
            .formatted(
                (System.nanoTime() - begin) / 1e9,
                fault,
                (over - from) / 1e9,
                back / 1e9,
                attempts.size(),
                site.nodes().stream()
                    .map(node ->
                        node.name()
                            + (node.isReady() ? "+" : "-")
                            + (node.isClockWrong() ? "*" : ""))
                    .toList()));
  }

  /** Waits for so many jobs that begin after this instant; how long the first of them took. */
  private long awaitCalm(String after, long since) {
    long[] first = {0};
    int before = attempts.size();
    int wanted = isShort() ? SHORT_CALM : CALM;
    boolean calm =
        Ending.comesTrue(
            RECOVERS_WITHIN,
            () -> {
              if (first[0] == 0 && attempts.lastBegan() - since > 0) {
                first[0] = attempts.lastBegan() - since;
              }
              return attempts.size() - before >= wanted;
            });
    if (!calm) {
      violations.add("work did not go on within %s after %s".formatted(RECOVERS_WITHIN, after));
    }
    return first[0];
  }

  private Outcome finish(Site site, Load load, Faults faults, SlotWatch watch) {
    int accepted = load.acceptedCount();
    say.accept("no more work; %d accepted, %d done".formatted(accepted, attempts.done()));
    if (!Ending.comesTrue(
        DRAINS_WITHIN,
        () -> {
          var missing = load.accepted();
          missing.andNot(attempts.doneNumbers());
          return missing.isEmpty();
        })) {
      violations.add("accepted jobs are not done within " + DRAINS_WITHIN);
    }
    require(
        START_WITHIN, "node that is ready", () -> site.nodes().stream().anyMatch(Node::isReady));
    Node ready = site.nodes().stream().filter(Node::isReady).findFirst().orElseThrow();
    Ending ending = new Ending(site, new Http(ready.url(), "admin", Site.PASSWORD));
    ending.awaitQuiet();
    for (Node node : site.nodes()) {
      if (!Ending.comesTrue(START_WITHIN, node::isReady)) {
        violations.add("node " + node.name() + " is not ready in the end");
      }
    }
    Duration length = Duration.ofNanos(System.nanoTime() - begin);
    violations.addAll(ending.check(attempts.done()));
    watch.close();
    violations.addAll(watch.violations());
    violations.addAll(faults.notes());
    Verdict verdict =
        new Judge(TestPolicy.all(), attempts.all(), faults.events())
            .judge(load.accepted(), load.unknown());
    List<String> all = new ArrayList<>(violations);
    all.addAll(verdict.violations());
    return new Outcome(
        plan,
        length,
        List.copyOf(rounds),
        new Outcome.Counts(
            accepted, load.unknown().cardinality(), ending.admissions(), watch.looks()),
        new Verdict(verdict.figures(), all, verdict.lost(), verdict.peaks()));
  }
}
