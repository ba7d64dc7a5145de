-- Charges lanes and shares in fair order for jobs that an operator admitted; a share that was idle starts at the policy's virtual time.
-- Parameters: virtual_time (of the policy); lanes, counts, arrays of the same length
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_pkey, share_pkey
with served as (
  update lane l
  set virtual_time = l.virtual_time + u.n
  from unnest(:lanes::bigint[], :counts::integer[]) as u (id, n)
  where l.id = u.id
  returning l.share_id, u.n
)
update share s
set virtual_time = greatest(s.virtual_time, :virtual_time) + d.n / s.weight
from (select share_id, sum(n) as n from served group by share_id) as d
where s.id = d.share_id
