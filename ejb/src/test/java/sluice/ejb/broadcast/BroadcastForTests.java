package sluice.ejb.broadcast;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import sluice.sql.TestDatabase;

/** Nodes on one database that sample, number and tell, and a viewer at each of them. */
public final class BroadcastForTests {
  private final World world;
  private final List<EventHub> hubs = new ArrayList<>();
  private final List<Viewer> viewers = new ArrayList<>();
  private int told;

  /** So many nodes. */
  public BroadcastForTests(TestDatabase database, int nodes) {
    world = new World(database);
    for (int i = 0; i < nodes; i++) {
      EventHub hub = new EventHub(world, Viewer.LINES, 10, System::nanoTime);
      Viewer viewer = new Viewer();
      viewer.connect(hub);
      hubs.add(hub);
      viewers.add(viewer);
    }
  }

  /** Lets a cadence pass, in which every node tries to sample; what each viewer sees. */
  public List<String> badgesAfterACadence(String namespace) {
    world.due();
    for (int i = 0; i < hubs.size(); i++) {
      Integer mine = world.sample(Duration.ofHours(1));
      told += mine == null ? 0 : mine;
    }
    world.numberAll();
    hubs.forEach(EventHub::look);
    viewers.forEach(viewer -> viewer.read(100));
    return viewers.stream()
        .map(viewer -> viewer.namespaces.getOrDefault(namespace, "none"))
        .toList();
  }

  /** How many events of namespaces there were. */
  public int told() {
    return told;
  }
}
