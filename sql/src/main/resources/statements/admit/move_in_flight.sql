-- Moves jobs in flight to other lanes; their slots move with them (shift_slots) in the same transaction.
-- Parameters: ids, lanes, arrays of the same length
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey
update job j
set lane_id = u.lane_id
from unnest(:ids::bigint[], :lanes::bigint[]) as u (id, lane_id)
where j.id = u.id and j.state = 'admitted'
