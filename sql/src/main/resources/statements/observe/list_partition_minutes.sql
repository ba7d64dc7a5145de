-- What was observed of some partitions of a policy in each of the last 60 minutes; a minute without an observation is missing.
-- Parameters: policy_id integer, ids bigint[]
-- Rows: partition_id, slot (0 to 59, the last = the current minute), ended, failed, started, lag_ms (sum)
-- Locks: none
-- Index: partition_observation_pkey, a step for each partition and minute
select o.partition_id, m.slot, o.ended, o.failed, o.started, o.lag_ms
from unnest(:ids::bigint[]) as i (id)
cross join generate_series(0, 59) as m (slot)
cross join lateral (
  select partition_id, ended, failed, started, lag_ms
  from partition_observation
  where policy_id = :policy_id and partition_id = i.id and minute = date_trunc('minute', clock_timestamp()) - (59 - m.slot) * interval '1 minute'
  limit 1) as o
