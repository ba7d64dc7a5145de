-- Takes the next dead jobs of a policy in hand, the longest dead first.
-- Parameters: policy; after_at, after_id: behind this one; until (died no later); limit
-- Rows: as lock_dead
-- Locks: the dead jobs, skipping those that somebody else retries
-- Index: dead_job_policy
select id, policy_id, priority, namespace, job_key, dedupe_key, coalesce(expires_at <= clock_timestamp(), false) as overdue, died_at, head
from dead_job
where policy_id = :policy and (died_at, id) > (:after_at::timestamptz, :after_id::bigint) and died_at <= :until
order by died_at, id
limit :limit
for update skip locked
