-- Makes the history's partition of a day ahead.
-- Parameters: ahead, days from today (UTC)
-- Rows: made
-- Locks: the history against other changes of its shape (share update exclusive) and finished_job_rest, both for a moment
-- Index: none
select make_history_day((clock_timestamp() at time zone 'UTC')::date + :ahead::integer) as made
