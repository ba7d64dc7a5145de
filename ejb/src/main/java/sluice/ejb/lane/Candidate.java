package sluice.ejb.lane;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A job as routing sees it.
 *
 * @param policy name of the policy that governs it; null if nobody named one
 * @param namespace its tenant
 * @param properties the message's properties: the context of expressions
 * @param priority 0 to 9
 */
public record Candidate(
    @Nullable String policy,
    String namespace,
    Map<String, @Nullable Object> properties,
    int priority) {}
