-- Ends attempts that succeeded: the jobs go to the history. A word on another attempt than the current one finds nothing.
-- Parameters: ids bigint[] in ascending order, attempts integer[], started_ats timestamptz[] (null = unknown), arrays of the same length
-- Rows: id, attempt, failures, policy_id, lane_id, admitted_at, now (the database's clock); one an attempt that ended
-- Locks: the jobs in flight, in the order of ids (one index look-up each, in that order); before any partition
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
with gone as (
  delete from job j
  using unnest(:ids::bigint[], :attempts::integer[], :started_ats::timestamptz[]) as u (id, attempt, started_at)
  where j.id = u.id and j.attempt = u.attempt and j.lease_expires_at is not null
  returning j.id, j.policy_id, j.lane_id, j.attempt, j.failures, j.namespace, j.job_key, j.staged_at, j.admitted_at, u.started_at
), kept as (
  insert into finished_job (id, policy_id, ending, attempt, namespace, job_key, staged_at, admitted_at, started_at, ended_at)
  select id, policy_id, 'finished', attempt, namespace, job_key, staged_at, admitted_at, started_at, clock_timestamp() from gone
)
select id, attempt, failures, policy_id, lane_id, admitted_at, clock_timestamp() as now from gone
