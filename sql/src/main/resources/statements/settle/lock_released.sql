-- Locks the partitions whose slots are about to be released, in the order in which everybody locks them.
-- Parameters: partitions bigint[]
-- Rows: all columns of gate_partition, by id
-- Locks: the partitions, no key update, by id; after the jobs in flight
-- Index: gate_partition_pkey
select * from gate_partition
where id = any (:partitions::bigint[])
order by id
for no key update
