-- The next jobs of lanes, as a tick would take them: priority, then eligible first, then staged first.
-- Parameters: lanes bigint[], counts integer[] (most of each)
-- Rows: id, lane_id, namespace, job_key, priority, attempt, eligible_at, of each lane in its order
-- Locks: none
-- Index: job_pick (read as a lateral limit)
select w.id, u.lane_id, w.namespace, w.job_key, w.priority::integer as priority, w.attempt, w.eligible_at
from unnest(:lanes::bigint[], :counts::integer[]) as u (lane_id, n)
cross join lateral (
  select id, namespace, job_key, priority, attempt, eligible_at
  from job
  where lane_id = u.lane_id and state = 'pending' and (expires_at is null or expires_at > clock_timestamp())
  order by priority desc, eligible_at, id
  limit u.n) as w
order by u.lane_id, w.priority desc, w.eligible_at, w.id
