-- Pending jobs, those that have waited longest first.
-- Parameters: policy_id integer or null for all, after_at timestamptz and after_id bigint: behind this job, limit integer
-- Rows: id, state, policy, namespace, job_key, priority, attempt, failures, at (eligible)
-- Locks: none
-- Index: job_oldest, read in order and no further than limit for each policy
select w.id, 'pending' as state, p.name as policy, w.namespace, w.job_key, w.priority::integer as priority, w.attempt, w.failures,
       w.eligible_at as at
from policy p
cross join lateral (
  select j.id, j.namespace, j.job_key, j.priority, j.attempt, j.failures, j.eligible_at
  from job j
  where j.policy_id = p.id and j.state = 'pending'
    and j.eligible_at >= cast(:after_at as timestamptz)
    and (j.eligible_at, j.id) > (cast(:after_at as timestamptz), cast(:after_id as bigint))
  order by j.eligible_at, j.id
  limit :limit) w
where cast(:policy_id as integer) is null or p.id = :policy_id
order by w.eligible_at, w.id
limit :limit
