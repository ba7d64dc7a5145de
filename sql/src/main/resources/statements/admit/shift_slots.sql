-- Counts slots of jobs in flight that were moved to other lanes in their new partitions instead of the old ones.
-- Parameters: ids, changes, arrays of the same length
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set in_flight = p.in_flight + u.change
from unnest(:ids::bigint[], :changes::integer[]) as u (id, change)
where p.id = u.id
