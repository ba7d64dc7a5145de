-- Jobs in flight, those whose lease ends next first.
-- Parameters: policy_id integer or null for all, after_at timestamptz and after_id bigint: behind this job, limit integer
-- Rows: id, state, policy, namespace, job_key, priority, attempt, failures, at (end of lease)
-- Locks: none
-- Index: job_lease; with a policy it passes over the others'
select j.id, 'admitted' as state, p.name as policy, j.namespace, j.job_key, j.priority::integer as priority, j.attempt, j.failures,
       j.lease_expires_at as at
from job j
join policy p on p.id = j.policy_id
where j.state = 'admitted'
  and (cast(:policy_id as integer) is null or j.policy_id = :policy_id)
  and j.lease_expires_at >= cast(:after_at as timestamptz)
  and (j.lease_expires_at, j.id) > (cast(:after_at as timestamptz), cast(:after_id as bigint))
order by j.lease_expires_at, j.id
limit :limit
