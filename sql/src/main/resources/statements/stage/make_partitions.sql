-- Makes the gate partitions that do not exist yet, with a full bucket or the first cap.
-- Parameters: policy; arrays of the same length: gates, keys, tokens, current_maxes, and the limits rates, periods, bursts, maxes, initials, targets, mins
-- Rows: none
-- Locks: the new rows; in order of gate and key, so that two stagers can't wait for each other. Rows that are there are left out beforehand: a conflict with one that a tick is updating would wait for the tick
-- Index: gate_partition_policy_id_gate_key_key (a look-up for each row: "not exists" becomes a join, which may read all of them for each)
insert into gate_partition (policy_id, gate, key, tokens, refilled_at, current_max, rate, period_ms, burst, max, initial_max, target_lag_ms, min_max)
select :policy, u.gate, u.key, u.tokens, clock_timestamp(), u.current_max, u.rate, u.period_ms, u.burst, u.max, u.initial_max, u.target_lag_ms, u.min_max
from unnest(:gates::text[], :keys::text[], :tokens::float8[], :current_maxes::integer[], :rates::float8[], :periods::bigint[], :bursts::float8[], :maxes::float8[], :initials::float8[], :targets::bigint[], :mins::float8[])
       as u (gate, key, tokens, current_max, rate, period_ms, burst, max, initial_max, target_lag_ms, min_max)
where (select p.id from gate_partition p where p.policy_id = :policy and p.gate = u.gate and p.key = u.key) is null
order by u.gate, u.key
on conflict (policy_id, gate, key) do nothing
