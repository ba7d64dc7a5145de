package sluice.ejb.admit;

import org.jspecify.annotations.Nullable;
import sluice.ejb.forward.AdmittedBatch;

/**
 * What a tick did.
 *
 * @param held false if another tick holds the policy, or it is deleted
 * @param batch what was admitted; null = nothing
 * @param again whether another tick can go on at once
 */
public record TickResult(boolean held, @Nullable AdmittedBatch batch, boolean again) {
  static final TickResult NOT_HELD = new TickResult(false, null, false);
}
