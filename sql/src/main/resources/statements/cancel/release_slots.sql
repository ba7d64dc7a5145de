-- Gives the slots of cancelled attempts back.
-- Parameters: ids bigint[], counts integer[]: slots to give back of each partition
-- Rows: none
-- Locks: the partitions' rows, held already
-- Index: gate_partition_pkey
update gate_partition g
set in_flight = g.in_flight - u.n
from unnest(cast(:ids as bigint[]), cast(:counts as integer[])) as u(id, n)
where g.id = u.id
