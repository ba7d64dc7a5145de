package sluice.web.console;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import sluice.core.gate.CapChange;
import sluice.ejb.observe.PartitionView;

/**
 * A row of partitions: one, or those of several gates that have the same key and the same figures.
 *
 * @param partition the partition, the first of them
 * @param standing whether it is open
 * @param gates their gates
 */
public record PartitionLine(PartitionView partition, Standing standing, List<String> gates) {

  /** Of one partition. */
  public PartitionLine(PartitionView partition, Standing standing) {
    this(partition, standing, List.of(partition.gate()));
  }

  /** Everything a row shows but its gate. */
  private record Shown(
      String key, List<@Nullable Object> figures, PartitionView.Said said, Standing standing) {
    static Shown of(PartitionLine line) {
      PartitionView partition = line.partition();
      PartitionView.Limit limit = partition.limit();
      List<@Nullable Object> figures = new ArrayList<>();
      figures.add(partition.inFlight());
      figures.add(limit.limit());
      figures.add(limit.tokens());
      figures.add(limit.currentMax());
      figures.add(limit.ewmaLagMs());
      figures.add(partition.closedUntil());
      return new Shown(partition.key(), figures, partition.said(), line.standing());
    }
  }

  /** Rows that show the same but for their gate made one, where the first of them stood. */
  static List<PartitionLine> merged(List<PartitionLine> lines) {
    Map<Shown, PartitionLine> merged = new LinkedHashMap<>();
    lines.forEach(line -> merged.merge(Shown.of(line), line, PartitionLine::with));
    return List.copyOf(merged.values());
  }

  private PartitionLine with(PartitionLine other) {
    List<String> both = new ArrayList<>(gates);
    both.addAll(other.gates);
    return new PartitionLine(partition, standing, List.copyOf(both));
  }

  /** Whether the limit is one of jobs in flight, not a rate. */
  public boolean capped() {
    return partition.limit().limit() != null && partition.limit().tokens() == null;
  }

  /** What a self-tuning limit last changed by, in few words; empty if it never did. */
  public String changed() {
    CapChange change = partition.door().capChange();
    if (change == null) {
      return "";
    }
    return "was "
        + change.from()
        + switch (change.cause()) {
          case GROWTH -> ", jobs went well";
          case LAG -> ", jobs started late";
          case FAILURES -> ", jobs failed";
        };
  }

  /** Whether the limit is a rate. */
  public boolean rated() {
    return partition.limit().tokens() != null;
  }
}
