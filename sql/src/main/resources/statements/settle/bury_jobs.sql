-- Moves jobs in flight to the dead jobs, whole.
-- Parameters: arrays of the same length: ids, failures, causes, errors (null = as it was)
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey (the condition is state = admitted in words that job_lease does not match, or all of it is read)
with gone as (
  delete from job where id = any (:ids::bigint[]) and lease_expires_at is not null returning *
)
insert into dead_job (id, policy_id, lane_id, priority, attempt, failures, namespace, job_key, dedupe_key, staged_at, admitted_at, died_at, cause, last_error, expires_at, head, body)
select g.id, g.policy_id, g.lane_id, g.priority, g.attempt, u.failures, g.namespace, g.job_key, g.dedupe_key, g.staged_at, g.admitted_at,
       clock_timestamp(), u.cause, coalesce(u.error, g.last_error), g.expires_at, g.head, g.body
from gone g
join unnest(:ids::bigint[], :failures::integer[], :causes::text[], :errors::text[]) as u (id, failures, cause, error) on u.id = g.id
