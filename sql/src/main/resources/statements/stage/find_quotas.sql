-- Ids of the quota partitions of namespaces.
-- Parameters: names text[]
-- Rows: name, id
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select key as name, id
from gate_partition
where policy_id = 0 and gate = 'quota' and key = any (:names::text[])
