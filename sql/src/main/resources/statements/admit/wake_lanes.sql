-- Wakes the first lanes that sleep on each of these partitions: of the namespaces asleep there in fair order, the first of each.
-- Parameters: policy, virtual_time (of the policy); partitions bigint[], counts integer[] (most lanes for each)
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_blocked (one step for each namespace asleep on a partition, then its first lanes), lane_pkey, share_pkey, namespace_turn_pkey
with recursive sleepers (partition_id, n, turn_id) as (
  select u.partition_id, u.n,
         (select min(l.turn_id) from lane l where l.blocked_by = u.partition_id and l.policy_id = :policy)
  from unnest(:partitions::bigint[], :counts::integer[]) as u (partition_id, n)
  union all
  select s.partition_id, s.n,
         (select min(l.turn_id) from lane l where l.blocked_by = s.partition_id and l.policy_id = :policy and l.turn_id > s.turn_id)
  from sleepers s
  where s.turn_id is not null
), namespaces as (
  select partition_id, n, turn_id, (2 * n / count(*) over (partition by partition_id)) as most
  from sleepers
  where turn_id is not null
), first_lanes as (
  select s.n, l.id, row_number() over (partition by s.partition_id order by case when t.ready then t.virtual_time else greatest(t.virtual_time, :virtual_time) end + l.before, t.id) as place
  from namespaces s
  join namespace_turn t on t.id = s.turn_id
  cross join lateral (
    select id, row_number() over (order by wake_order, id) - 1 as before
    from (select id, wake_order from lane
          where blocked_by = s.partition_id and policy_id = :policy and turn_id = s.turn_id
          order by wake_order, id
          limit least(s.n, 1 + s.most)) as first) as l
), woken as (
  update lane l
  set blocked_by = null, ready = l.pending > 0, virtual_time = greatest(l.virtual_time, s.lane_time)
  from share s
  where l.id = any (array(select id from first_lanes where place <= n)) and s.id = l.share_id
  returning l.share_id, l.ready
), shares as (
  update share s
  set ready = true, virtual_time = greatest(s.virtual_time, t.share_time)
  from namespace_turn t
  where not s.ready and t.id = s.turn_id and s.id in (select share_id from woken where ready)
  returning s.turn_id
)
update namespace_turn t
set ready = true, virtual_time = greatest(t.virtual_time, :virtual_time)
where not t.ready and t.id in (select turn_id from shares)
