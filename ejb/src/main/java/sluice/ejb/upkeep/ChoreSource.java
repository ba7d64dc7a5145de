package sluice.ejb.upkeep;

import java.util.List;

/** Other packages' chores, found by injection. */
public interface ChoreSource {
  /** The chores, the same ones whenever asked. */
  List<Chore> chores();
}
