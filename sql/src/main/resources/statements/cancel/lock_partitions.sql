-- Holds gate partitions, in the one order that everybody keeps.
-- Parameters: ids bigint[]
-- Rows: id
-- Locks: the partitions' rows, in id order, after the jobs'
-- Index: gate_partition_pkey
select id from gate_partition where id = any(cast(:ids as bigint[])) order by id for no key update
