-- Releases slots.
-- Parameters: ids, released (slots), arrays of the same length
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set in_flight = p.in_flight - u.released
from unnest(:ids::bigint[], :released::integer[]) as u (id, released)
where p.id = u.id
