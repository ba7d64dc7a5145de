-- Batches, newest first.
-- Parameters: policy text or null for all, before_id bigint: older than this one, limit integer
-- Rows: id, policy (null if it was deleted), destination, admitted_at, jobs (how many), first_jobs (the first ids, at most three), looked_at, duration_ms, forwarded_at (null: open), now
-- Locks: none
-- Index: admission_batch_pkey read backwards, or admission_batch_policy
select b.id, p.name as policy, b.destination, b.admitted_at, cardinality(b.attempts) as jobs, b.jobs[1:3] as first_jobs,
       b.looked_at, b.duration_ms, b.forwarded_at, clock_timestamp() as now
from admission_batch b
left join policy p on p.id = b.policy_id
where b.id < :before_id
  and (cast(:policy as text) is null or b.policy_id = (select id from policy where name = :policy))
order by b.id desc
limit :limit
