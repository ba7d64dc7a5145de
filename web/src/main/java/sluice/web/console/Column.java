package sluice.web.console;

import java.util.List;

/**
 * A column of a table.
 *
 * @param title its head
 * @param sort what to sort by; empty: it cannot be sorted
 * @param number whether it holds numbers
 */
public record Column(String title, String sort, boolean number) {
  static final List<Column> OF_PARTITIONS =
      List.of(
          new Column("Gate", "gate", false),
          new Column("Key", "key", false),
          new Column("State", "", false),
          new Column("In flight", "inFlight", true),
          new Column("Tokens", "tokens", true),
          new Column("Lag", "lag", true),
          new Column("Closed until", "closedUntil", false));
}
