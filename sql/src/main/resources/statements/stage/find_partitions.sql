-- Ids of gate partitions.
-- Parameters: policy; gates, keys, arrays of the same length
-- Rows: gate, key, id
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select p.gate, p.key, p.id
from unnest(:gates::text[], :keys::text[]) as u (gate, key)
join gate_partition p on p.policy_id = :policy and p.gate = u.gate and p.key = u.key
