-- How many gate partitions hold a job in flight, looking at no more than a bound; quotas of namespaces are not among them.
-- Parameters: bound integer
-- Rows: busy, looked_at
-- Locks: none
-- Index: none; the first rows of the table
select count(*) filter (where in_flight > 0) as busy, count(*) as looked_at
from (select in_flight from gate_partition where policy_id <> 0 limit :bound) seen
