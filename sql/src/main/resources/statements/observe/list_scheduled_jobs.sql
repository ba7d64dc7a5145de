-- Scheduled jobs, those due next first.
-- Parameters: policy_id integer or null for all, after_at timestamptz and after_id bigint: behind this job, limit integer
-- Rows: id, state, policy, namespace, job_key, priority, attempt, failures, at (due)
-- Locks: none
-- Index: job_due; with a policy it passes over the others'
select j.id, 'scheduled' as state, p.name as policy, j.namespace, j.job_key, j.priority::integer as priority, j.attempt, j.failures,
       j.eligible_at as at
from job j
join policy p on p.id = j.policy_id
where j.state = 'scheduled'
  and (cast(:policy_id as integer) is null or j.policy_id = :policy_id)
  and j.eligible_at >= cast(:after_at as timestamptz)
  and (j.eligible_at, j.id) > (cast(:after_at as timestamptz), cast(:after_id as bigint))
order by j.eligible_at, j.id
limit :limit
