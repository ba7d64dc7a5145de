-- Takes the marks of gate partitions away that were about to be collected.
-- Parameters: policy; gates, keys, arrays of the same length
-- Rows: none
-- Locks: the marks, by id; waits for a collector that has them, and then finds the partitions gone in the next statement
-- Index: gate_partition_policy_id_gate_key_key, retiring_pkey, gate_partition_pkey
delete from retiring
where kind = 'partition' and id = any (array(
  select r.id
  from unnest(:gates::text[], :keys::text[]) as u (gate, key)
  join gate_partition p on p.policy_id = :policy and p.gate = u.gate and p.key = u.key
  join retiring r on r.kind = 'partition' and r.id = p.id
  order by r.id
  for update of r))
