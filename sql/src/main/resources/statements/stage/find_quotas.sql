-- Ids of the quota partitions of namespaces.
-- Parameters: names text[]
-- Rows: position (from 1), id
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select u.position, p.id
from unnest(:names::text[]) with ordinality as u (name, position)
join gate_partition p on p.policy_id = 0 and p.gate = 'quota' and p.key = u.name
