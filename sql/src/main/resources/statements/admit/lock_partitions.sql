-- Locks all gate partitions that a tick decides on or a settlement releases, once, in the order in which everybody locks them.
-- Parameters: partitions bigint[]
-- Rows: all columns of gate_partition, in order of id
-- Locks: the partitions, no key update, by id; a settlement has locked its jobs in flight before
-- Index: gate_partition_pkey
select * from gate_partition
where id = any (:partitions::bigint[])
order by id
for no key update
