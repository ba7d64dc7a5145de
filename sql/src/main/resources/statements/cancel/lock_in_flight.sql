-- Holds jobs in flight of a policy and names the partitions whose slots they hold.
-- Parameters: policy_id integer, limit integer
-- Rows: id, partitions bigint[]
-- Locks: the jobs' rows, in id order: first step of the order jobs, then partitions
-- Index: job_lease for the jobs in flight, lane_pkey
select j.id, l.partitions
from job j
join lane l on l.id = j.lane_id
where j.state = 'admitted' and j.policy_id = :policy_id
order by j.id
limit :limit
for update of j
