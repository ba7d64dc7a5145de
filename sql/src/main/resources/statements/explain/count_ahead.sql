-- How many waiting jobs of a lane go before one of them, counted no further than a bound.
-- Parameters: lane_id, priority, eligible_at, id (of the job), bound
-- Rows: ahead
-- Locks: none
-- Index: job_pick, twice: both halves read only rows that go before the job
select count(*) as ahead
from (
  (select 1 from job where lane_id = :lane_id and state = 'pending' and priority > :priority limit :bound)
  union all
  (select 1 from job
   where lane_id = :lane_id and state = 'pending' and priority = :priority and (eligible_at, id) < (:eligible_at::timestamptz, :id)
   limit :bound)
  limit :bound) counted
