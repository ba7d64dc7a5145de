-- A lane with what a tick would ask about its first job.
-- Parameters: policy_id, id
-- Rows: paused, pending, partitions, now; none if the policy has no such lane
-- Locks: none
-- Index: lane_pkey, policy_pkey
select p.paused, l.pending, l.partitions, clock_timestamp() as now
from lane l
join policy p on p.id = l.policy_id
where l.id = :id and l.policy_id = :policy_id
