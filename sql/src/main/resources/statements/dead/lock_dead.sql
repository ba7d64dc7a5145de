-- Takes a dead job in hand, so that two who retry it at once do it once.
-- Parameters: id
-- Rows: id, policy_id, priority, namespace, job_key, dedupe_key, overdue (its JMSExpiration has passed), died_at, head; none if it is not dead
-- Locks: the dead job
-- Index: dead_job_pkey
select id, policy_id, priority, namespace, job_key, dedupe_key, coalesce(expires_at <= clock_timestamp(), false) as overdue, died_at, head
from dead_job
where id = :id
for update
