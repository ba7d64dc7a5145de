package sluice.bench;

import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.postgresql.ds.PGSimpleDataSource;

/** Schedulers by others in the rounds of a benchmark, and their rows in its table. */
final class Peers {
  private final Map<Peer, Rounds> rounds = new LinkedHashMap<>();

  Peers() {
    for (Peer peer : new Peer[] {new DbSchedulerPeer(), new JobRunrPeer()}) {
      rounds.put(peer, new Rounds(peer.name()));
    }
  }

  /** A round of each on this database; not counted where it is to warm up. */
  void round(PGSimpleDataSource database, boolean counts) throws Exception {
    for (Map.Entry<Peer, Rounds> peer : rounds.entrySet()) {
      long nanos = peer.getKey().time(database);
      if (counts) {
        peer.getValue().add(peer.getKey().jobs(), nanos);
      }
    }
  }

  /** Their rows, and how many times as fast as each of them ours is. */
  void print(PrintStream out, Rounds floor, Rounds ours) {
    rounds.values().forEach(r -> out.println(r.row(floor)));
    StringBuilder times = new StringBuilder(System.lineSeparator() + ours.what() + ": ");
    String and = "";
    for (Rounds peer : rounds.values()) {
      times.append(
          String.format(
              Locale.ROOT, "%s%.2f × %s", and, ours.median() / peer.median(), peer.what()));
      and = " and ";
    }
    out.println(times.append("."));
  }
}
