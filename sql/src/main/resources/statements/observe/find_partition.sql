-- One gate partition, by name.
-- Parameters: policy_id integer, gate text, key text
-- Rows: id, gate, key, in_flight, tokens, refilled_at, current_max, ewma_lag_ms, rate, period_ms, burst, max, closed_until, override_limit, override_until, override_reason, paused, paused_reason, now; none if there is no such partition
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select id, gate, key, in_flight, tokens, refilled_at, current_max, ewma_lag_ms, rate, period_ms, burst, max, closed_until,
       override_limit, override_until, override_reason, paused, paused_reason, clock_timestamp() as now
from gate_partition
where policy_id = :policy_id and gate = :gate and key = :key
