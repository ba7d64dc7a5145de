-- Locks one gate partition, by name.
-- Parameters: policy, gate text, key text
-- Rows: all columns of gate_partition; none if there is no such partition
-- Locks: the partition, no key update; waits for ticks and settlements that hold it
-- Index: gate_partition_policy_id_gate_key_key
select * from gate_partition
where policy_id = :policy and gate = :gate and key = :key
for no key update
