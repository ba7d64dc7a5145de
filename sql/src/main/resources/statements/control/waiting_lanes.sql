-- A sample of lanes with waiting jobs, ready ones and sleeping ones, to foretell what a tick would do.
-- Parameters: policy, keying_version, partitions (most namespaces and most partitions slept on), lanes (most shares of each, lanes of each), most (lanes of either kind)
-- Rows: id, turn_id, share_id, weight, share_time, lane_time, pending, partitions, by share, then lane
-- Locks: none
-- Index: namespace_turn_ready, share_ready, lane_ready, lane_blocked, lane_pkey; waiters of a policy are looked for in their table, as saving a policy does
with awake as (
  select l.id
  from (select id from namespace_turn where policy_id = :policy and ready order by virtual_time, id limit :partitions) as t
  cross join lateral (select id from share where turn_id = t.id and ready order by virtual_time, id limit :lanes) as s
  cross join lateral (select id from lane where share_id = s.id and ready order by virtual_time, id limit :lanes) as l
  limit :most
), asleep as (
  select l.id
  from (select partition_id from waiter where policy_id = :policy limit :partitions) as w
  cross join lateral (select id from lane where blocked_by = w.partition_id and policy_id = :policy order by turn_id, wake_order, id limit :lanes) as l
  limit :most
)
select l.id, l.turn_id, l.share_id, s.weight, s.virtual_time as share_time, l.virtual_time as lane_time, l.pending, l.partitions
from lane l
join share s on s.id = l.share_id
where l.id = any (array(select id from awake union select id from asleep)) and l.pending > 0 and l.keying_version = :keying_version
order by l.share_id, l.virtual_time, l.id
