-- The oldest batch that the broker has not taken yet.
-- Parameters: none
-- Rows: oldest_at (null if none is open), age_ms (0 if none is open)
-- Locks: none
-- Index: admission_batch_open
select min(admitted_at) as oldest_at,
       coalesce(extract(epoch from greatest(clock_timestamp() - min(admitted_at), interval '0')) * 1000, 0)::bigint as age_ms
from admission_batch
where forwarded_at is null
