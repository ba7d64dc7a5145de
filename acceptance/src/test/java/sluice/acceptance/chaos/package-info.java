/**
 * The reliability proof: random faults, from a seed, on two nodes under load; what workers saw is
 * the judge. Reading order: {@link sluice.acceptance.chaos.Chaos} (a campaign from start to
 * verdict), {@link sluice.acceptance.chaos.Site} (the processes), {@link
 * sluice.acceptance.chaos.Fault} (what is done to them), {@link sluice.acceptance.chaos.Judge}.
 */
@NullMarked
package sluice.acceptance.chaos;

import org.jspecify.annotations.NullMarked;
