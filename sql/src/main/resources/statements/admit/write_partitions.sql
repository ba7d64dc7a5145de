-- Writes what the tick charged, and the limits that jobs brought along.
-- Parameters: arrays of the same length: ids, admitted, tokens, refilled_ats (of the tokens), current_maxes, rates, periods, bursts, maxes, initials, targets, mins
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set in_flight = p.in_flight + u.admitted, tokens = u.tokens, refilled_at = u.refilled_at, current_max = u.current_max,
    rate = u.rate, period_ms = u.period_ms, burst = u.burst, max = u.max, initial_max = u.initial_max, target_lag_ms = u.target_lag_ms, min_max = u.min_max
from unnest(:ids::bigint[], :admitted::integer[], :tokens::float8[], :refilled_ats::timestamptz[], :current_maxes::integer[], :rates::float8[], :periods::bigint[], :bursts::float8[], :maxes::float8[], :initials::float8[], :targets::bigint[], :mins::float8[])
       as u (id, admitted, tokens, refilled_at, current_max, rate, period_ms, burst, max, initial_max, target_lag_ms, min_max)
where p.id = u.id
