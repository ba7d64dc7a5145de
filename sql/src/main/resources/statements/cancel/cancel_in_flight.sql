-- Ends attempts that are in flight without waiting for the worker's word; a late word finds no job and changes nothing.
-- Parameters: ids bigint[]: jobs held by lock_in_flight
-- Rows: cancelled: how many
-- Locks: the jobs' rows, held already
-- Index: job_pkey (the condition is state = admitted in words that job_lease does not match, or all of it is read)
with gone as (
  delete from job
  where id = any(cast(:ids as bigint[])) and lease_expires_at is not null
  returning id, policy_id, attempt, namespace, job_key, staged_at, admitted_at
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, ended_at)
  select id, policy_id, 'cancelled', attempt, namespace, job_key, staged_at, admitted_at, clock_timestamp() from gone
), figures as (
  insert into tally (policy_id, in_flight, cancelled)
  select policy_id, -count(*)::integer, count(*)::integer from gone group by policy_id
)
select count(*) as cancelled from gone
