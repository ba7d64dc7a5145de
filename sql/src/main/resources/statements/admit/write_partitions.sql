-- Writes what the tick charged.
-- Parameters: arrays of the same length: ids, admitted, tokens, refilled_ats (of the tokens), current_maxes
-- Rows: none
-- Locks: none more: the partitions are locked
-- Index: gate_partition_pkey
update gate_partition p
set in_flight = p.in_flight + u.admitted, tokens = u.tokens, refilled_at = u.refilled_at, current_max = u.current_max
from unnest(:ids::bigint[], :admitted::integer[], :tokens::float8[], :refilled_ats::timestamptz[], :current_maxes::integer[])
       as u (id, admitted, tokens, refilled_at, current_max)
where p.id = u.id
