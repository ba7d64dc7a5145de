-- The waiting jobs of a policy that have been eligible longest, wherever their lanes sleep.
-- Parameters: policy, limit
-- Rows: id, lane_id, partitions (of the lane), oldest first
-- Locks: none: the policy is held, so no tick takes them; one that is cancelled meanwhile is not admitted
-- Index: job_oldest, read in order and no further than the limit; lane_pkey
select j.id, j.lane_id, l.partitions
from (select id, lane_id, eligible_at from job
      where policy_id = :policy and state = 'pending' and (expires_at is null or expires_at > clock_timestamp())
      order by eligible_at
      limit :limit) as j
join lane l on l.id = j.lane_id
order by j.eligible_at, j.id
