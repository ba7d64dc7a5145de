-- The clock and the number of a batch that an operator admits.
-- Parameters: none
-- Rows: now, batch
-- Locks: none
-- Index: none
select clock_timestamp() as now, nextval('batch_id') as batch
