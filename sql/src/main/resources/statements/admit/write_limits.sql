-- Writes the limits that jobs brought along.
-- Parameters: arrays of the same length: ids, rates, periods, bursts, maxes, initials, targets, mins
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set rate = u.rate, period_ms = u.period_ms, burst = u.burst, max = u.max, initial_max = u.initial_max, target_lag_ms = u.target_lag_ms, min_max = u.min_max
from unnest(:ids::bigint[], :rates::float8[], :periods::bigint[], :bursts::float8[], :maxes::float8[], :initials::float8[], :targets::bigint[], :mins::float8[])
       as u (id, rate, period_ms, burst, max, initial_max, target_lag_ms, min_max)
where p.id = u.id
