-- Moves jobs in flight to other lanes; their slots move with them (shift_slots) in the same transaction.
-- Parameters: ids, lanes, arrays of the same length
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey (the lease says what is in flight: of state = 'admitted' the planner would read all by job_lease)
update job j
set lane_id = u.lane_id
from unnest(:ids::bigint[], :lanes::bigint[]) as u (id, lane_id)
where j.id = u.id and j.lease_expires_at is not null
