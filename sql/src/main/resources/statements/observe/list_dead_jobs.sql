-- Dead jobs, oldest death first.
-- Parameters: policy_id integer or null for all, after_at timestamptz and after_id bigint: behind this job, limit integer
-- Rows: id, state, policy, namespace, job_key, priority, attempt, failures, at (death)
-- Locks: none
-- Index: dead_job_policy, read in order and no further than limit for each policy
select w.id, 'dead' as state, p.name as policy, w.namespace, w.job_key, w.priority::integer as priority, w.attempt, w.failures,
       w.died_at as at
from policy p
cross join lateral (
  select d.id, d.namespace, d.job_key, d.priority, d.attempt, d.failures, d.died_at
  from dead_job d
  where d.policy_id = p.id
    and (d.died_at, d.id) > (cast(:after_at as timestamptz), cast(:after_id as bigint))
  order by d.died_at, d.id
  limit :limit) w
where cast(:policy_id as integer) is null or p.id = :policy_id
order by w.died_at, w.id
limit :limit
