-- Makes the lanes that do not exist yet.
-- Parameters: policy, keying_version; shares bigint[]; partitions text[], each an array literal of partition ids: the quota, then the gates in order
-- Rows: none
-- Locks: the new rows; in order of share and partitions. Rows that are there are left out beforehand: a conflict with one that a tick is updating would wait for the tick
-- Index: share_pkey, lane_policy_id_share_id_partitions_keying_version_key (a look-up for each row: "not exists" becomes a join, which may read all of them for each)
insert into lane (policy_id, keying_version, share_id, partitions, turn_id)
select :policy, :keying_version, u.share_id, u.partitions::bigint[], s.turn_id
from unnest(:shares::bigint[], :partitions::text[]) as u (share_id, partitions)
join share s on s.id = u.share_id
where (select l.id from lane l where l.policy_id = :policy and l.share_id = u.share_id and l.partitions = u.partitions::bigint[]
       and l.keying_version = :keying_version) is null
order by u.share_id, u.partitions
on conflict (policy_id, share_id, partitions, keying_version) do nothing
