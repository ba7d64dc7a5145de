-- Ends waiting and scheduled jobs whose JMSExpiration has passed.
-- Parameters: limit
-- Rows: policy_id, lane_id, pending, scheduled (how many were in each state)
-- Locks: the jobs, skipping those that somebody else is moving
-- Index: job_expiry, job_pkey
with late as (
  select id from job
  where expires_at <= clock_timestamp() and state <> 'admitted'
  order by expires_at
  limit :limit
  for update skip locked
), gone as (
  delete from job where id = any (array(select id from late)) and state <> 'admitted'
  returning *
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, ended_at)
  select id, policy_id, 'expired', attempt, namespace, job_key, staged_at, clock_timestamp() from gone
)
select policy_id, lane_id, count(*) filter (where state = 'pending') as pending, count(*) filter (where state = 'scheduled') as scheduled
from gone group by policy_id, lane_id order by policy_id, lane_id
