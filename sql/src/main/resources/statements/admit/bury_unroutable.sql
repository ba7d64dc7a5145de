-- Moves waiting jobs that the version in force cannot place to the dead jobs.
-- Parameters: ids, errors, arrays of the same length
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey (the condition must not imply that of job_pick, or all of it is read)
with gone as (
  delete from job where id = any (:ids::bigint[]) and state <> 'admitted' returning *
)
insert into dead_job (id, policy_id, lane_id, priority, attempt, failures, namespace, job_key, dedupe_key, staged_at, died_at, cause, last_error, expires_at, head, body)
select g.id, g.policy_id, g.lane_id, g.priority, g.attempt, g.failures, g.namespace, g.job_key, g.dedupe_key, g.staged_at,
       clock_timestamp(), 'UNROUTABLE', u.error, g.expires_at, g.head, g.body
from gone g
join unnest(:ids::bigint[], :errors::text[]) as u (id, error) on u.id = g.id
