-- Jobs in flight in lanes of an older keying, to be counted where the keying in force counts them.
-- Parameters: policy, keying_version
-- Rows: id, lane_id, partitions (of that lane), namespace, priority, head; by id
-- Locks: the jobs in flight, by id; before any partition, as settlement does
-- Index: job_lease for the jobs in flight, lane_pkey; only while re-keying
select j.id, j.lane_id, l.partitions, j.namespace, j.priority, j.head
from job j
join lane l on l.id = j.lane_id
where j.state = 'admitted' and j.policy_id = :policy and l.keying_version < :keying_version
order by j.id
for update of j
