-- Starts the leases of attempts anew.
-- Parameters: arrays of the same length: ids, attempts; policies integer[], leases_ms bigint[], the lease of each policy
-- Rows: none
-- Locks: the jobs in flight, by id
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
update job j
set lease_expires_at = clock_timestamp() + k.lease_ms * interval '1 millisecond'
from (select j.id, p.lease_ms
      from job j
      join unnest(:ids::bigint[], :attempts::integer[]) as u (id, attempt) on u.id = j.id and u.attempt = j.attempt
      join unnest(:policies::integer[], :leases_ms::bigint[]) as p (policy_id, lease_ms) on p.policy_id = j.policy_id
      where j.lease_expires_at is not null
      order by j.id
      for update of j) as k
where j.id = k.id
