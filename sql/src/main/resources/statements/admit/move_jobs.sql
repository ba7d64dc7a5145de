-- Moves waiting jobs to other lanes.
-- Parameters: ids, lanes, arrays of the same length
-- Rows: none
-- Locks: none more: the jobs are locked
-- Index: job_pkey (the jobs are locked, so they still wait: saying it would offer the planner indexes of what waits)
update job j
set lane_id = u.lane_id
from unnest(:ids::bigint[], :lanes::bigint[]) as u (id, lane_id)
where j.id = u.id
