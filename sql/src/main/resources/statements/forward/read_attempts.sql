-- Jobs of a batch that are still in flight with the attempt they were admitted for.
-- Parameters: jobs bigint[], attempts integer[], arrays of the same length
-- Rows: id, attempt, policy_id, namespace, job_key, admitted_at, lease_expires_at, expires_at (the producer's; null = never), now, head, body, in the order given
-- Locks: none
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
select j.id, j.attempt, j.policy_id, j.namespace, j.job_key, j.admitted_at,
       j.lease_expires_at, j.expires_at, clock_timestamp() as now, j.head, j.body
from unnest(:jobs::bigint[], :attempts::integer[]) with ordinality as u (id, attempt, position)
join job j on j.id = u.id and j.attempt = u.attempt
where j.lease_expires_at is not null
order by u.position
