-- Wakes the first lanes that sleep on each of these partitions.
-- Parameters: policy, virtual_time (of the policy); partitions bigint[], counts integer[] (most lanes for each)
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_blocked, lane_pkey, share_pkey
with asleep as (
  select l.id
  from unnest(:partitions::bigint[], :counts::integer[]) as u (partition_id, n)
  cross join lateral (
    select id from lane
    where blocked_by = u.partition_id and policy_id = :policy
    order by wake_order, id
    limit u.n) as l
), woken as (
  update lane l
  set blocked_by = null, ready = l.pending > 0, virtual_time = greatest(l.virtual_time, s.lane_time)
  from share s
  where l.id = any (array(select id from asleep)) and s.id = l.share_id
  returning l.share_id, l.ready
)
update share s
set ready = true, virtual_time = greatest(s.virtual_time, :virtual_time)
where not s.ready and s.id in (select share_id from woken where ready)
