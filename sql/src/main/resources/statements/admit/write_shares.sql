-- Writes the virtual times of shares that were served or looked at, and of their namespaces; one without a ready lane or share sleeps.
-- Parameters: arrays of the same length: ids, taken (jobs admitted), lane_times (start tag of the lane served last), weights
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: share_pkey, lane_ready, namespace_turn_pkey, share_ready
with written as (
  update share s
  set virtual_time = s.virtual_time + u.taken / u.weight, lane_time = greatest(s.lane_time, u.lane_time), weight = u.weight,
      ready = exists (select from lane l where l.share_id = s.id and l.ready)
  from unnest(:ids::bigint[], :taken::integer[], :lane_times::float8[], :weights::float8[]) as u (id, taken, lane_time, weight)
  where s.id = u.id
  returning s.id, s.turn_id, s.ready, u.taken / u.weight as cost, case when u.taken > 0 then s.virtual_time - 1 / u.weight end as last_start
)
update namespace_turn t
set virtual_time = t.virtual_time + w.cost, share_time = greatest(t.share_time, w.last_start),
    ready = w.ready or (select s.id from share s where s.turn_id = t.id and s.ready and s.id not in (select id from written)
                        order by s.virtual_time, s.id limit 1) is not null
from (select turn_id, sum(cost) as cost, max(last_start) as last_start, bool_or(ready) as ready
      from written group by turn_id) as w
where t.id = w.turn_id
