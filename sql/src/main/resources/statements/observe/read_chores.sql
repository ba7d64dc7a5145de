-- How housekeeping and the auditor stand.
-- Parameters: none
-- Rows: name, found (in the last whole round and the one under way), mended, ended_at (null before the first round ended)
-- Locks: none
-- Index: none; a row a chore
select name, last_found + found as found, mended, ended_at from chore order by name
