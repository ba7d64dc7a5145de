-- Locks all gate partitions that the tick will decide on, once, in the order in which everybody locks them.
-- Parameters: partitions bigint[]
-- Rows: all columns of gate_partition, in order of id
-- Locks: the partitions, no key update, by id
-- Index: gate_partition_pkey
select * from gate_partition
where id = any (:partitions::bigint[])
order by id
for no key update
