-- A page of gate partitions of a policy in the order of gate and key.
-- Parameters: policy_id integer, gate text or null, pattern text (LIKE, escaped) or null, offset integer, limit integer
-- Rows: all columns of gate_partition, now
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key, read in order and no further than the page
select gate_partition.*, clock_timestamp() as now
from gate_partition
where policy_id = :policy_id
  and (cast(:gate as text) is null or gate = :gate)
  and (cast(:pattern as text) is null or key ilike :pattern escape '\')
order by gate, key
limit :limit offset :offset
