package sluice.ejb.explain;

import java.time.Instant;
import java.util.List;
import sluice.core.explain.Explanation;

/**
 * Why something waits, and who holds what it waits for.
 *
 * @param readAt when this was so
 * @param why the reason and every gate's verdict
 * @param holders some of those who hold the slots of the gate that the reason comes from, those
 *     whose lease ends first
 */
public record Explained(Instant readAt, Explanation why, List<Holder> holders) {}
