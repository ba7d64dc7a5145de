package sluice.acceptance.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import sluice.acceptance.SharedProgram;

/**
 * The reliability proof: each of the roughest faults once, or, with the system property {@code
 * sluice.chaos.minutes}, random ones of all kinds for so long ({@code ./sluice test --chaos
 * MINUTES}), and then the report.
 */
@Order(Integer.MAX_VALUE)
class ChaosIT {
  /** The node last: it starts again while the work runs out. */
  private static final List<Fault> ROUGHEST =
      List.of(Fault.WORKER_KILL, Fault.DATABASE_KILL, Fault.BROKER_KILL, Fault.NODE_KILL);

  @TempDir private Path folder;

  @Test
  @Timeout(24 * 3600)
  void no_limit_is_passed_no_job_lost_and_no_slot_leaked_whatever_is_killed() {
    SharedProgram.rest();
    Optional<Double> minutes =
        Optional.ofNullable(System.getProperty("sluice.chaos.minutes")).map(Double::valueOf);
    long seed = Long.getLong("sluice.chaos.seed", System.nanoTime() % 1_000_000);
    Duration length = Duration.ofSeconds((long) (60 * minutes.orElse(0.0)));
    Outcome outcome =
        Chaos.run(
            new Chaos.Plan(root(), folder, seed, length, minutes.isEmpty() ? ROUGHEST : List.of()),
            System.out::println);
    if (minutes.isPresent()) {
      Report.write(Path.of(System.getProperty("sluice.chaos.report")), outcome);
    }
    assertThat(outcome.verdict().violations()).as("seed %d", seed).isEmpty();
    assertThat(outcome.verdict().figures().jobs())
        .isGreaterThanOrEqualTo(outcome.counts().accepted());
  }

  private static Path root() {
    String root = System.getenv("SLUICE_ROOT");
    return root == null ? Path.of("..").toAbsolutePath().normalize() : Path.of(root);
  }
}
