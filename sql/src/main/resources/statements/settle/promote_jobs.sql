-- Puts due jobs into their lanes.
-- Parameters: limit
-- Rows: policy_id, lane_id, jobs (how many)
-- Locks: the due jobs, skipping those that somebody else is moving
-- Index: job_due, job_pkey
with due as (
  select id from job
  where state = 'scheduled' and eligible_at <= clock_timestamp()
  order by eligible_at
  limit :limit
  for update skip locked
), promoted as (
  update job set state = 'pending' where id = any (array(select id from due))
  returning policy_id, lane_id
)
select policy_id, lane_id, count(*) as jobs from promoted group by policy_id, lane_id order by policy_id, lane_id
