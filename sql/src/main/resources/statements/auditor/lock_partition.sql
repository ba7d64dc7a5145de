-- Holds a partition whose in_flight is to be put right: from here on nobody takes or releases a slot of it.
-- Parameters: id
-- Rows: in_flight
-- Locks: the partition, no key update
-- Index: gate_partition_pkey
select in_flight from gate_partition where id = :id for no key update
