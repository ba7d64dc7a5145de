-- Writes the virtual times of shares that were served or looked at; one without a ready lane sleeps.
-- Parameters: arrays of the same length: ids, taken (jobs admitted), lane_times (start tag of the lane served last), weights
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: share_pkey, lane_ready
update share s
set virtual_time = s.virtual_time + u.taken / u.weight, lane_time = greatest(s.lane_time, u.lane_time), weight = u.weight,
    ready = exists (select from lane l where l.share_id = s.id and l.ready)
from unnest(:ids::bigint[], :taken::integer[], :lane_times::float8[], :weights::float8[]) as u (id, taken, lane_time, weight)
where s.id = u.id
