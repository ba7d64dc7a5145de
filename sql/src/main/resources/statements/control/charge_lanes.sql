-- Charges lanes, shares and namespaces in fair order for jobs that an operator admitted; who was idle starts where the one served last started.
-- Parameters: virtual_time (of the policy); lanes, counts, arrays of the same length
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_pkey, share_pkey, namespace_turn_pkey
with served as (
  update lane l
  set virtual_time = l.virtual_time + u.n
  from unnest(:lanes::bigint[], :counts::integer[]) as u (id, n)
  where l.id = u.id
  returning l.share_id, u.n
), charged as (
  update share s
  set virtual_time = greatest(s.virtual_time, t.share_time) + d.n / s.weight
  from (select share_id, sum(n) as n from served group by share_id) as d, namespace_turn t
  where s.id = d.share_id and t.id = s.turn_id
  returning s.turn_id, d.n / s.weight as cost
)
update namespace_turn t
set virtual_time = greatest(t.virtual_time, :virtual_time) + c.cost
from (select turn_id, sum(cost) as cost from charged group by turn_id) as c
where t.id = c.turn_id
