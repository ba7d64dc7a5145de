-- A sample of lanes with waiting jobs, ready ones and sleeping ones, to foretell what a tick would do.
-- Parameters: policy, keying_version, virtual_time (of the policy), partitions (most namespaces, and twice as many partitions slept on), lanes (most shares of each, lanes of each), most (lanes of either kind)
-- Rows: id, turn_id, turn_time, share_id, weight, share_time, lane_time, pending, partitions, by namespace, share, then lane; times as they are once everything is awake
-- Locks: none
-- Index: namespace_turn_ready, share_ready, lane_ready, lane_blocked, lane_pkey, share_pkey, namespace_turn_pkey, waiter_due; waiters that are not due by themselves are looked for in their table, as saving a policy does
with awake as (
  select l.id
  from (select id from namespace_turn where policy_id = :policy and ready order by virtual_time, id limit :partitions) as t
  cross join lateral (select id from share where turn_id = t.id and ready order by virtual_time, id limit :lanes) as s
  cross join lateral (select id from lane where share_id = s.id and ready order by virtual_time, id limit :lanes) as l
  limit :most
), slept_on as (
  (select partition_id from waiter where policy_id = :policy and wake_at is not null order by wake_at limit :partitions)
  union
  (select partition_id from waiter where policy_id = :policy limit :partitions)
), asleep as (
  select l.id
  from slept_on as w
  cross join lateral (select id from lane where blocked_by = w.partition_id and policy_id = :policy order by turn_id, wake_order, id limit :lanes) as l
  limit :most
)
select l.id, l.turn_id, case when t.ready then t.virtual_time else greatest(t.virtual_time, :virtual_time) end as turn_time,
       l.share_id, s.weight, case when s.ready then s.virtual_time else greatest(s.virtual_time, t.share_time) end as share_time,
       case when l.ready then l.virtual_time else greatest(l.virtual_time, s.lane_time) end as lane_time, l.pending, l.partitions
from (select id from awake union select id from asleep) as i
cross join lateral (select * from lane where id = i.id limit 1) as l
cross join lateral (select weight, ready, virtual_time, lane_time from share where id = l.share_id limit 1) as s
cross join lateral (select ready, virtual_time, share_time from namespace_turn where id = l.turn_id limit 1) as t
where l.pending > 0 and l.keying_version = :keying_version
order by l.turn_id, l.share_id, lane_time, l.id
