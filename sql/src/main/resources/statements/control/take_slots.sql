-- Counts jobs that an operator admitted as in flight; tokens are not charged.
-- Parameters: ids, counts, arrays of the same length
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set in_flight = p.in_flight + u.n
from unnest(:ids::bigint[], :counts::integer[]) as u (id, n)
where p.id = u.id
