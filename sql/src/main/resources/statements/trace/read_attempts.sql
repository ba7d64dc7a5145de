-- What spans of these attempts tell: those in flight whose producer gave a trace context. Asked only while traces are on.
-- Parameters: ids bigint[], attempts integer[], arrays of the same length
-- Rows: id, attempt, policy_id, namespace, staged_at, eligible_at, admitted_at, forwarded_at (null = not known yet), now (the database's clock), head
-- Locks: none
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease), admission_batch_pkey
select j.id, j.attempt, j.policy_id, j.namespace, j.staged_at, j.eligible_at, j.admitted_at, b.forwarded_at, clock_timestamp() as now, j.head
from unnest(:ids::bigint[], :attempts::integer[]) as u (id, attempt)
join job j on j.id = u.id and j.attempt = u.attempt
left join admission_batch b on b.id = j.batch_id
where j.lease_expires_at is not null and position('traceparent'::bytea in j.head) > 0
