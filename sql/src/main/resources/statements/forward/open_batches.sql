-- The oldest batches that the broker has not taken within a while.
-- Parameters: older_ms (age), limit
-- Rows: id, policy_id, destination (null = as the policy says now), jobs, attempts
-- Locks: none: whoever sends one locks it by closing it
-- Index: admission_batch_open
select id, policy_id, destination, jobs, attempts
from admission_batch
where forwarded_at is null and admitted_at < clock_timestamp() - :older_ms * interval '1 millisecond'
order by admitted_at
limit :limit
