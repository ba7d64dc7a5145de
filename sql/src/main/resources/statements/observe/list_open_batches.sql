-- Batches that the broker has not taken yet, oldest first.
-- Parameters: policy text or null for all, limit integer
-- Rows: as list_batches
-- Locks: none
-- Index: admission_batch_open
select b.id, p.name as policy, b.destination, b.admitted_at, cardinality(b.attempts) as jobs, b.jobs[1:3] as first_jobs,
       b.looked_at, b.duration_ms, b.forwarded_at, clock_timestamp() as now
from admission_batch b
left join policy p on p.id = b.policy_id
where b.forwarded_at is null
  and (cast(:policy as text) is null or p.name = :policy)
order by b.admitted_at
limit :limit
