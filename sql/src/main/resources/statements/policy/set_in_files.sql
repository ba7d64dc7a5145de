-- Marks which policies stand in the folder of policy files.
-- Parameters: names text[], the names found in the folder
-- Rows: none
-- Locks: rows of policies whose mark changes
-- Index: none; the table is small
update policy
set in_files = name = any(cast(:names as text[]))
where in_files <> (name = any(cast(:names as text[])))
