-- Gives a dead job up for good: history row, tally for the figures.
-- Parameters: id bigint
-- Rows: policy_id; none if the job is not dead
-- Locks: the dead job; one that is being retried wins or loses as a whole
-- Index: dead_job_pkey
with gone as (
  delete from dead_job where id = :id
  returning id, policy_id, attempt, namespace, job_key, staged_at, admitted_at
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, ended_at)
  select id, policy_id, 'cancelled', attempt, namespace, job_key, staged_at, admitted_at, clock_timestamp() from gone
), figures as (
  insert into tally (policy_id, dead, cancelled) select policy_id, -1, 1 from gone
)
select policy_id from gone
