-- Moves jobs in flight to the history.
-- Parameters: ids bigint[], started_ats timestamptz[] (null = unknown), arrays of the same length
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey
with gone as (
  delete from job where id = any (:ids::bigint[]) and state = 'admitted'
  returning id, policy_id, attempt, namespace, job_key, staged_at, admitted_at
)
insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, started_at, ended_at)
select g.id, g.policy_id, 'finished', g.attempt, g.namespace, g.job_key, g.staged_at, g.admitted_at, u.started_at, clock_timestamp()
from gone g
join unnest(:ids::bigint[], :started_ats::timestamptz[]) as u (id, started_at) on u.id = g.id
