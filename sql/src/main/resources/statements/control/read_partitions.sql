-- Gate partitions as they are, for a forecast.
-- Parameters: partitions bigint[]
-- Rows: all columns of gate_partition
-- Locks: none
-- Index: gate_partition_pkey
select * from gate_partition
where id = any (:partitions::bigint[])
