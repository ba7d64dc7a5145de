-- Ids of lanes.
-- Parameters: policy, keying_version; shares bigint[]; partitions text[], each an array literal of partition ids: the quota, then the gates in order
-- Rows: position (from 1), id
-- Locks: none
-- Index: lane_policy_id_share_id_partitions_keying_version_key
select u.position, l.id
from unnest(:shares::bigint[], :partitions::text[]) with ordinality as u (share_id, partitions, position)
join lane l on l.policy_id = :policy and l.share_id = u.share_id and l.partitions = u.partitions::bigint[] and l.keying_version = :keying_version
