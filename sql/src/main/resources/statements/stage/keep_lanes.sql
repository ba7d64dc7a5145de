-- Takes the marks of lanes away that were about to be collected.
-- Parameters: policy, keying_version; shares bigint[]; partitions text[], each an array literal of partition ids in gate order
-- Rows: none
-- Locks: the marks, by id; waits for a collector that has them, and then finds the lanes gone in the next statement
-- Index: lane_policy_id_share_id_partitions_keying_version_key, retiring_pkey, lane_pkey
delete from retiring
where kind = 'lane' and id = any (array(
  select r.id
  from unnest(:shares::bigint[], :partitions::text[]) as u (share_id, partitions)
  join lane l on l.policy_id = :policy and l.share_id = u.share_id and l.partitions = u.partitions::bigint[] and l.keying_version = :keying_version
  join retiring r on r.kind = 'lane' and r.id = l.id
  order by r.id
  for update of r))
