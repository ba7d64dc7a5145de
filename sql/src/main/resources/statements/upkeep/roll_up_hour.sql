-- Rolls the minutes of an hour that is over up into the hour, for the next policy that has any; once, so it may come again.
-- Parameters: after (policy's number), back (hours before the one that runs, from 1)
-- Rows: one: policy_id (null when no policy is behind), partitions (rolled up now)
-- Locks: the rows inserted
-- Index: partition_observation_pkey, partition_hour_pkey
with next as (
  select min(policy_id) as policy_id from partition_observation where policy_id > :after
), span as (
  select n.policy_id, date_trunc('hour', clock_timestamp()) - :back * interval '1 hour' as hour from next n
), rolled as (
  insert into partition_hour (policy_id, hour, partition_id, ended, failed, started, lag_ms, max_lag_ms, current_max)
  select s.policy_id, s.hour, o.partition_id, sum(o.ended), sum(o.failed), sum(o.started), sum(o.lag_ms), max(o.max_lag_ms), max(o.current_max)
  from span s
  join partition_observation o on o.policy_id = s.policy_id and o.minute >= s.hour and o.minute < s.hour + interval '1 hour'
  where clock_timestamp() > s.hour + interval '1 hour 2 minutes'
    and not exists (select from partition_hour h where h.policy_id = s.policy_id and h.hour = s.hour)
  group by 1, 2, 3
  returning 1
)
select n.policy_id, (select count(*) from rolled) as partitions from next n
