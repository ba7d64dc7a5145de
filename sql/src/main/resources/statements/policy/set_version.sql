-- Puts a version in force. With rekey, waiting jobs are moved to lanes of the new keying by the policy's ticks.
-- Parameters: id integer, version integer, rekey boolean
-- Rows: none
-- Locks: the policy's row, held already
-- Index: policy_pkey
update policy
set version = :version,
    keying_version = case when :rekey then :version else keying_version end,
    rekeying = rekeying or :rekey,
    next_tick_at = clock_timestamp()
where id = :id
