-- The database's clock: the answer shows that it answers.
-- Parameters: none
-- Rows: now
-- Locks: none
-- Index: none
select clock_timestamp() as now
