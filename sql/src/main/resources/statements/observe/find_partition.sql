-- One gate partition, by name.
-- Parameters: policy_id integer, gate text, key text
-- Rows: all columns of gate_partition, now; none if there is no such partition
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select gate_partition.*, clock_timestamp() as now
from gate_partition
where policy_id = :policy_id and gate = :gate and key = :key
