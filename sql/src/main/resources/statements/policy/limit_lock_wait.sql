-- For the rest of the transaction no lock is waited for longer than 5 seconds.
-- Parameters: none
-- Rows: set_config
-- Locks: none
-- Index: none
select set_config('lock_timeout', '5s', true)
