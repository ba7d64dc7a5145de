-- How busy ticks were: batches of the last minute and the time they took.
-- Parameters: looked_at integer: newest batches looked at
-- Rows: batches, looked_at (how many there were to look at), spent_ms (sum), longest_ms (null without one)
-- Locks: none
-- Index: admission_batch_pkey, read backwards and no further than looked_at
select count(*) filter (where recent) as batches, count(*) as looked_at,
       coalesce(sum(duration_ms) filter (where recent), 0) as spent_ms, max(duration_ms) filter (where recent) as longest_ms
from (select duration_ms, admitted_at > clock_timestamp() - interval '1 minute' as recent
      from admission_batch order by id desc limit :looked_at) newest
