-- Writes what the tick took from lanes and which of them sleep.
-- Parameters: arrays of the same length: ids, taken, blocked_by (null = awake), wake_orders
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_pkey
update lane l
set pending = l.pending - u.taken, virtual_time = l.virtual_time + u.taken, blocked_by = u.blocked_by, wake_order = u.wake_order,
    ready = u.blocked_by is null and l.pending - u.taken > 0
from unnest(:ids::bigint[], :taken::integer[], :blocked_by::bigint[], :wake_orders::float8[]) as u (id, taken, blocked_by, wake_order)
where l.id = u.id
