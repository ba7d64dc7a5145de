package sluice.core.gate;

import org.jspecify.annotations.Nullable;
import sluice.core.expression.DurationSetting;
import sluice.core.expression.NumberSetting;

/**
 * The limits of adaptiveConcurrency as written. Immutable, thread-safe.
 *
 * @param initialMax jobs in flight to begin with, min to max
 * @param targetLag queue lag that counts as healthy
 * @param min floor, ≥ 1
 * @param max ceiling, ≥ min; null: none
 */
public record AdaptiveSettings(
    NumberSetting initialMax,
    DurationSetting targetLag,
    NumberSetting min,
    @Nullable NumberSetting max) {}
