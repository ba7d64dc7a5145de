-- Sets the limit that an operator gave, or takes it back; what the bucket earned under the limit before is counted.
-- Parameters: id; limit (null = taken back), until timestamptz or null, reason text or null; tokens, refilled_at (of the tokens)
-- Rows: none
-- Locks: none more: the partition is locked
-- Index: gate_partition_pkey
update gate_partition
set override_limit = :limit, override_until = :until, override_reason = :reason, tokens = :tokens, refilled_at = :refilled_at
where id = :id
