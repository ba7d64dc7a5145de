-- Locks the jobs in flight that these words are about; a word on another attempt than the current one finds nothing.
-- Parameters: ids bigint[], attempts integer[], arrays of the same length
-- Rows: id, attempt, failures, policy_id, lane_id, admitted_at, now (the database's clock)
-- Locks: the jobs in flight, by id; before any partition
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
with locked as materialized (
  select j.id, j.attempt, j.failures, j.policy_id, j.lane_id, j.admitted_at
  from job j
  join unnest(:ids::bigint[], :attempts::integer[]) as u (id, attempt) on u.id = j.id and u.attempt = j.attempt
  where j.lease_expires_at is not null
  order by j.id
  for update of j
)
select locked.*, clock_timestamp() as now from locked
