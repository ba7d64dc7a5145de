-- What was observed of a partition in each of the last 24 hours: as rolled up, and of an hour that is not yet from its minutes.
-- Parameters: policy_id integer, gate text, key text
-- Rows: 24, the hour under way last: hour, ended, failed, started, lag_ms (sum); all but hour null where nothing was observed
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key, partition_hour_pkey, a step for each hour; partition_observation_pkey, a step for each minute of the last two hours
with subject as (
  select id from gate_partition where policy_id = :policy_id and gate = :gate and key = :key
), hours as (
  select date_trunc('hour', clock_timestamp()) - n * interval '1 hour' as hour, n < 2 as young from generate_series(0, 23) as n
)
select h.hour, coalesce(o.ended, m.ended) as ended, coalesce(o.failed, m.failed) as failed, coalesce(o.started, m.started) as started,
       coalesce(o.lag_ms, m.lag_ms) as lag_ms
from hours h
left join subject s on true
left join lateral (
  select hour, ended, failed, started, lag_ms from partition_hour where policy_id = :policy_id and hour = h.hour and partition_id = s.id limit 1) o on true
left join lateral (
  select sum(q.ended) as ended, sum(q.failed) as failed, sum(q.started) as started, sum(q.lag_ms)::bigint as lag_ms
  from generate_series(0, 59) as n
  cross join lateral (
    select ended, failed, started, lag_ms from partition_observation
    where policy_id = :policy_id and partition_id = s.id and minute = h.hour + n * interval '1 minute'
    limit 1) as q
  where h.young and o.hour is null) m on true
order by h.hour
