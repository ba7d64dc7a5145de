-- Admits the first jobs of each lane: priority, then eligible first, then staged first.
-- Parameters: batch; now; lease_ms; lanes bigint[], counts integer[]
-- Rows: id, lane_id, attempt, priority, eligible_at, expires_at, namespace, job_key, head, body of the jobs really admitted, in no order
-- Locks: the jobs; after the partitions
-- Index: job_pick (read as a lateral limit; an update that joins it would scan the table), job_pkey (the outer condition must not imply job_pick's, or all of it is read)
update job j
set state = 'admitted', attempt = attempt + 1, batch_id = :batch, admitted_at = :now, lease_expires_at = :now::timestamptz + :lease_ms * interval '1 millisecond'
where j.state <> 'admitted' and j.id = any (array(
  select w.id
  from unnest(:lanes::bigint[], :counts::integer[]) as u (lane_id, n)
  cross join lateral (
    select id from job
    where lane_id = u.lane_id and state = 'pending' and (expires_at is null or expires_at > :now)
    order by priority desc, eligible_at, id
    limit u.n) as w))
returning j.id, j.lane_id, j.attempt, j.priority, j.eligible_at, j.expires_at, j.namespace, j.job_key, j.head, j.body
