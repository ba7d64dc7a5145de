-- Ends attempts that are in flight without waiting for the worker's word; a late word finds no job and changes nothing.
-- Parameters: ids bigint[]: jobs held by lock_in_flight
-- Rows: cancelled: how many
-- Locks: the jobs' rows, held already
-- Index: job_pkey
with gone as (
  delete from job
  where id = any(cast(:ids as bigint[])) and state = 'admitted'
  returning id, policy_id, attempt, namespace, job_key, staged_at, admitted_at
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, ended_at)
  select id, policy_id, 'cancelled', attempt, namespace, job_key, staged_at, admitted_at, clock_timestamp() from gone
), figures as (
  insert into tally (policy_id, in_flight, cancelled)
  select policy_id, -count(*)::integer, count(*)::integer from gone group by policy_id
)
select count(*) as cancelled from gone
