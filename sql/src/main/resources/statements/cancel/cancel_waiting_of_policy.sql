-- Takes waiting and scheduled jobs of a policy back, a bounded number at a time.
-- Parameters: policy_id integer, limit integer
-- Rows: cancelled: how many; fewer than limit when the rest is gone or held by somebody else
-- Locks: the jobs' rows; rows that somebody else holds are skipped
-- Index: none for scheduled jobs of one policy: reads the table; only deleting a policy does it
with gone as (
  delete from job
  where id = any(array(
    select id from job
    where policy_id = :policy_id and state in ('pending', 'scheduled')
    limit :limit
    for update skip locked))
  returning id, policy_id, lane_id, state, attempt, namespace, job_key, staged_at, admitted_at
), history as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, ended_at)
  select id, policy_id, 'cancelled', attempt, namespace, job_key, staged_at, admitted_at, clock_timestamp() from gone
), taken as (
  insert into arrival (policy_id, lanes, counts)
  select policy_id, array_agg(lane_id), array_agg(-n)
  from (select policy_id, lane_id, count(*)::integer as n from gone where state = 'pending' group by policy_id, lane_id) lanes
  group by policy_id
), figures as (
  insert into tally (policy_id, scheduled, cancelled)
  select policy_id, -(count(*) filter (where state = 'scheduled'))::integer, count(*)::integer
  from gone group by policy_id
)
select count(*) as cancelled from gone
