-- Ids of gate partitions.
-- Parameters: policy; gates, keys, arrays of the same length
-- Rows: position (from 1), id
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select u.position, p.id
from unnest(:gates::text[], :keys::text[]) with ordinality as u (gate, key, position)
join gate_partition p on p.policy_id = :policy and p.gate = u.gate and p.key = u.key
