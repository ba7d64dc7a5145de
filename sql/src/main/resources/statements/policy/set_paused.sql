-- Pauses a policy or lets it go on; either way it is due for a tick.
-- Parameters: id integer, paused boolean
-- Rows: none
-- Locks: the policy's row, held already
-- Index: policy_pkey
update policy
set paused = :paused, next_tick_at = clock_timestamp()
where id = :id
