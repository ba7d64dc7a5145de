-- Gives up the attempts of jobs in flight that are to be tried again later.
-- Parameters: arrays of the same length: ids, failures, delays_ms (from now), errors (null = as it was)
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
update job j
set state = 'scheduled', eligible_at = clock_timestamp() + u.delay_ms * interval '1 millisecond', failures = u.failures,
    last_error = coalesce(u.error, j.last_error), batch_id = null, admitted_at = null, lease_expires_at = null
from unnest(:ids::bigint[], :failures::integer[], :delays_ms::bigint[], :errors::text[]) as u (id, failures, delay_ms, error)
where j.id = u.id and j.lease_expires_at is not null
