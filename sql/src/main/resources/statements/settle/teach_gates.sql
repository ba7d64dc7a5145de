-- Closes throttled partitions that a worker asked to close, and writes what adaptive gates have learned.
-- Parameters: arrays of the same length: ids, close_ms (from now; null = not at all), and the adaptive state current_maxes, ewmas, samples, outcomes, failures, observed_ats, decreased_ats, cap_froms, cap_causes, cap_changed_ats
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set closed_until = case when u.close_ms is null then p.closed_until
                        else greatest(p.closed_until, clock_timestamp() + u.close_ms * interval '1 millisecond') end,
    current_max = u.current_max, ewma_lag_ms = u.ewma, sample_count = u.samples, recent_outcomes = u.outcomes,
    recent_failures = u.failures, observed_at = u.observed_at, decreased_at = u.decreased_at,
    cap_from = u.cap_from, cap_cause = u.cap_cause, cap_changed_at = u.cap_changed_at
from unnest(:ids::bigint[], :close_ms::bigint[], :current_maxes::integer[], :ewmas::float8[], :samples::bigint[],
            :outcomes::float8[], :failures::float8[], :observed_ats::timestamptz[], :decreased_ats::timestamptz[],
            :cap_froms::bigint[], :cap_causes::text[], :cap_changed_ats::timestamptz[])
       as u (id, close_ms, current_max, ewma, samples, outcomes, failures, observed_at, decreased_at, cap_from, cap_cause, cap_changed_at)
where p.id = u.id
