-- Folds the oldest observations of settled batches into minutes of partitions and lags of policies.
-- Parameters: limit (most batches)
-- Rows: one: batches (folded)
-- Locks: the minutes written; nobody else writes them, since the chore's row is held
-- Index: observation_pkey, partition_observation_pkey, lag_minute_pkey
with gone as (
  delete from observation
  where ctid = any (array(select ctid from observation order by id limit :limit))
  returning *
), partitions as (
  insert into partition_observation as o (policy_id, minute, partition_id, ended, failed, started, lag_ms, max_lag_ms, current_max)
  select u.policy, date_trunc('minute', g.at), u.partition, sum(u.ended), sum(u.failed), sum(u.started), sum(u.lag_ms), max(u.max_lag_ms), max(u.current_max)
  from gone g,
       unnest(g.policies, g.partitions, g.ended, g.failed, g.started, g.lags_ms, g.max_lags_ms, g.current_maxes)
         as u (policy, partition, ended, failed, started, lag_ms, max_lag_ms, current_max)
  group by 1, 2, 3
  on conflict (policy_id, minute, partition_id) do update
  set ended = o.ended + excluded.ended, failed = o.failed + excluded.failed, started = o.started + excluded.started,
      lag_ms = o.lag_ms + excluded.lag_ms, max_lag_ms = greatest(o.max_lag_ms, excluded.max_lag_ms),
      current_max = coalesce(excluded.current_max, o.current_max)
), lags as (
  insert into lag_minute as l (policy_id, minute, bucket, attempts)
  select u.policy, date_trunc('minute', g.at), u.bucket, sum(u.attempts)
  from gone g, unnest(g.lag_policies, g.lag_buckets, g.lag_attempts) as u (policy, bucket, attempts)
  group by 1, 2, 3
  on conflict (policy_id, minute, bucket) do update set attempts = l.attempts + excluded.attempts
)
select count(*) as batches from gone
