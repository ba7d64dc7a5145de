-- What was observed in each of the last 60 minutes of partitions named by gate and key; a minute without an observation is missing.
-- Parameters: policy_id integer, gates text[] and keys text[] of the same length
-- Rows: place (from 0, in the arrays), slot (0 to 59, the last = the current minute), ended, failed, started, lag_ms (sum)
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key, partition_observation_pkey, a step for each partition and minute
select (w.place - 1)::integer as place, m.slot, o.ended, o.failed, o.started, o.lag_ms
from unnest(:gates::text[], :keys::text[]) with ordinality as w (gate, key, place)
cross join lateral (select id from gate_partition where policy_id = :policy_id and gate = w.gate and key = w.key limit 1) as p
cross join generate_series(0, 59) as m (slot)
cross join lateral (
  select ended, failed, started, lag_ms
  from partition_observation
  where policy_id = :policy_id and partition_id = p.id and minute = date_trunc('minute', clock_timestamp()) - (59 - m.slot) * interval '1 minute'
  limit 1) as o
