-- How some dead jobs died.
-- Parameters: ids bigint[]
-- Rows: id, cause, last_error (its first 2,000 characters)
-- Locks: none
-- Index: dead_job_pkey
select d.id, d.cause, left(d.last_error, 2000) as last_error
from dead_job d
where d.id = any(:ids)
