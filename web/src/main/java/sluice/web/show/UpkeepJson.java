package sluice.web.show;

import jakarta.json.JsonObject;
import jakarta.json.JsonValue;
import java.util.function.Predicate;
import sluice.ejb.observe.Upkeep;

/** Housekeeping and the auditor as JSON. Stateless. */
final class UpkeepJson {
  private UpkeepJson() {}

  /** {@code difference}: 0 if every counter is what the rows say. */
  static JsonObject auditor(Upkeep upkeep) {
    return new ObjectText()
        .with("difference", upkeep.difference())
        .json("checks", list(upkeep, Upkeep.Chore::check))
        .build();
  }

  /** Chores that are no comparisons. */
  static JsonObject chores(Upkeep upkeep) {
    return list(upkeep, chore -> !chore.check());
  }

  /** The oldest open snapshot; null where nothing holds vacuum back. */
  static JsonValue horizon(Upkeep upkeep) {
    Upkeep.Horizon horizon = upkeep.horizon();
    return horizon == null
        ? JsonValue.NULL
        : new ObjectText()
            .with("holder", horizon.holder())
            .with("ageMs", horizon.ageMs())
            .with("transactions", horizon.transactions())
            .build();
  }

  private static JsonObject list(Upkeep upkeep, Predicate<Upkeep.Chore> which) {
    ObjectText list = new ObjectText();
    upkeep.chores().stream().filter(which).forEach(chore -> list.json(chore.name(), chore(chore)));
    return list.build();
  }

  private static JsonObject chore(Upkeep.Chore chore) {
    ObjectText text = new ObjectText().with("found", chore.found());
    if (chore.check()) {
      text.with("mended", chore.mended());
    }
    return text.with("endedAt", chore.endedAt()).build();
  }
}
