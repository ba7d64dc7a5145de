-- Waiting jobs in lanes of an older keying, to be moved to lanes of the one in force.
-- Parameters: policy, keying_version, limit
-- Rows: id, lane_id, keying_version (of its lane), namespace, priority, head
-- Locks: the jobs, skipping those that somebody else is moving
-- Index: lane_policy_id_share_id_partitions_keying_version_key or lane_pkey, job_pick; only while re-keying
select j.id, j.lane_id, l.keying_version, j.namespace, j.priority, j.head
from lane l
join job j on j.lane_id = l.id and j.state = 'pending'
where l.policy_id = :policy and l.keying_version < :keying_version
limit :limit
for update of j skip locked
