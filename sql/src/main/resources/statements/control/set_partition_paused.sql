-- Closes a gate partition until it is resumed, or opens it.
-- Parameters: id, paused boolean, reason text or null
-- Rows: none
-- Locks: none more: the partition is locked
-- Index: gate_partition_pkey
update gate_partition
set paused = :paused, paused_reason = :reason
where id = :id
