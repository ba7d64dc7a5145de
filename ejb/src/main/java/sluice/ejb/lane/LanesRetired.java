package sluice.ejb.lane;

import java.sql.SQLException;

/**
 * A lane that jobs were put into is gone or about to be collected. Nothing is lost: roll back, let
 * the {@link LaneDirectory} forget the places, and do it again. Told as a conflict (class 40), like
 * any transaction that came in another's way.
 */
public final class LanesRetired extends SQLException {
  private static final String CONFLICT = "40001";

  LanesRetired() {
    super("a lane of the batch is being collected; its place must be asked for anew", CONFLICT);
  }
}
