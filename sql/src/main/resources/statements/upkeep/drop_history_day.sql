-- Drops the oldest of the history's days that is past its time.
-- Parameters: keep_ms, how long history is kept
-- Rows: dropped (name of the partition), null if there is none
-- Locks: the history, exclusively, for a moment; the caller limits how long it waits for that
-- Index: none
select drop_history_day(clock_timestamp() - :keep_ms::bigint * interval '1 millisecond') as dropped
