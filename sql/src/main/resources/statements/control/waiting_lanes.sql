-- A sample of lanes with waiting jobs, ready ones and sleeping ones, to foretell what a tick would do.
-- Parameters: policy, keying_version, partitions (most shares and most partitions slept on), lanes (most of each), most (lanes in all)
-- Rows: id, share_id, weight, share_time, lane_time, pending, partitions, by share, then lane
-- Locks: none
-- Index: share_ready, lane_ready, lane_blocked, lane_pkey; waiters of a policy are looked for in their table, as saving a policy does
with awake as (
  select l.id
  from (select id from share where policy_id = :policy and ready order by virtual_time, id limit :partitions) as s
  cross join lateral (select id from lane where share_id = s.id and ready order by virtual_time, id limit :lanes) as l
), asleep as (
  select l.id
  from (select partition_id from waiter where policy_id = :policy limit :partitions) as w
  cross join lateral (select id from lane where blocked_by = w.partition_id and policy_id = :policy order by wake_order, id limit :lanes) as l
)
select l.id, l.share_id, s.weight, s.virtual_time as share_time, l.virtual_time as lane_time, l.pending, l.partitions
from lane l
join share s on s.id = l.share_id
where l.id = any (array(select id from awake union select id from asleep limit :most)) and l.pending > 0 and l.keying_version = :keying_version
order by l.share_id, l.virtual_time, l.id
