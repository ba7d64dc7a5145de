-- Takes one waiting or scheduled job back: history row, negative arrival for its lane, tally for the figures.
-- Parameters: id bigint
-- Rows: policy_id, state (as it was); none if the job is not waiting
-- Locks: the job's row; a tick that admits it at this moment wins or loses as a whole
-- Index: job_pkey
with gone as (
  delete from job
  where id = :id and state in ('pending', 'scheduled')
  returning id, policy_id, lane_id, state, attempt, namespace, job_key, staged_at, admitted_at
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, ended_at)
  select id, policy_id, 'cancelled', attempt, namespace, job_key, staged_at, admitted_at, clock_timestamp() from gone
), taken as (
  insert into arrival (policy_id, lanes, counts)
  select policy_id, array[lane_id], array[-1] from gone where state = 'pending'
), figures as (
  insert into tally (policy_id, scheduled, cancelled)
  select policy_id, case when state = 'scheduled' then -1 else 0 end, 1 from gone
)
select policy_id, state from gone
