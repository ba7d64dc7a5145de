package sluice.ejb.broadcast;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import sluice.ejb.event.PolicyEvent;

/** Whatever subscribers of two nodes go through, in the end they see what is. */
class RandomSubscribersTest {
  private static final long[] SEEDS = {1, 20_261_130, System.nanoTime()};

  @Test
  void subscribers_killed_and_restarted_at_random_see_a_consistent_state() {
    for (long seed : SEEDS) {
      new Run(seed).run();
    }
  }

  private static final class Run {
    private final long seed;
    private final Random random;
    private final World world = new World();
    private final List<EventHub> nodes = new ArrayList<>();
    private final Map<Viewer, EventHub> viewers = new LinkedHashMap<>();

    Run(long seed) {
      this.seed = seed;
      this.random = new Random(seed);
    }

    void run() {
      for (int i = 0; i < 5; i++) {
        world.namespace("n" + i, i == 0 ? null : 10, 0);
        world.execute("insert into policy (name) values ('p%d')".formatted(i));
      }
      for (int i = 0; i < 2; i++) {
        nodes.add(new EventHub(world, Viewer.LINES, 100, System::nanoTime));
      }
      for (int i = 0; i < 4; i++) {
        Viewer viewer = new Viewer();
        viewers.put(viewer, nodes.get(i % 2));
        viewer.connect(nodes.get(i % 2));
      }
      for (int step = 0; step < 400; step++) {
        step();
      }
      settle();
    }

    private void step() {
      switch (random.nextInt(10)) {
        case 0, 1, 2 -> world.inFlight("n" + random.nextInt(5), random.nextInt(11));
        case 3 -> pause("p" + random.nextInt(5), random.nextBoolean());
        case 4 -> world.sampleNow();
        case 5 -> world.in(EventLog::number);
        case 6, 7 -> nodes.get(random.nextInt(2)).look();
        case 8 -> some().read(1 + random.nextInt(3));
        default -> fate(some());
      }
    }

    private Viewer some() {
      return List.copyOf(viewers.keySet()).get(random.nextInt(viewers.size()));
    }

    /** Dies, or loses the line, and comes to any node. */
    private void fate(Viewer viewer) {
      EventHub node = viewers.get(viewer);
      if (random.nextBoolean()) {
        viewer.die(node);
      } else {
        viewer.drop(node);
      }
      EventHub next = nodes.get(random.nextInt(2));
      viewers.put(viewer, next);
      viewer.connect(next);
    }

    private void pause(String policy, boolean paused) {
      world.in(connection -> {
        try (var statement = connection.createStatement()) {
          statement.execute(
              "update policy set paused = %s where name = '%s'".formatted(paused, policy));
        }
        var kind = paused ? PolicyEvent.Kind.PAUSED : PolicyEvent.Kind.RESUMED;
        new PolicyEvent(kind, policy, 1, "ann", null).announce(connection);
        return true;
      });
    }

    private void settle() {
      world.sampleNow();
      world.numberAll();
      Map<String, String> truth = new HashMap<>();
      Map<String, Boolean> paused = new HashMap<>();
      for (int i = 0; i < 5; i++) {
        truth.put(
            "n" + i,
            world.number("select in_flight from namespace_state where name = 'n" + i + "'")
                + (i == 0 ? "/null" : "/10"));
        paused.put(
            "p" + i, world.number("select paused::int from policy where name = 'p" + i + "'") == 1);
      }
      viewers.forEach((viewer, node) -> {
        if (viewer.lagged) {
          viewer.drop(node);
          viewer.connect(node);
        }
      });
      nodes.forEach(EventHub::look);
      viewers
          .keySet()
          .forEach(viewer -> {
            viewer.read(1_000);
            assertThat(viewer.lagged).as("seed %d", seed).isFalse();
            assertThat(viewer.namespaces).as("seed %d", seed).isEqualTo(truth);
            assertThat(viewer.paused).as("seed %d", seed).isEqualTo(paused);
            assertThat(viewer.last).as("seed %d", seed).isEqualTo(world.horizon().newest());
          });
    }
  }
}
