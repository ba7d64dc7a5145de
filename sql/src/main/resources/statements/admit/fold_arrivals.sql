-- Folds the oldest arrivals into their lanes and wakes shares and namespaces that have work again.
-- Parameters: policy, keying_version, virtual_time (of the policy), limit (most arrivals)
-- Rows: one an arrival, oldest first: accepted, scheduled, pending (sum of its counts), at, old_lanes (whether it brought jobs to lanes of an older keying: its limits and weights are of an older version), limit_*, weight_*
-- Locks: none that anybody waits for: the policy is held, lanes and shares have one writer
-- Index: arrival_policy, lane_pkey, share_pkey, namespace_turn_pkey
with gone as (
  delete from arrival
  where ctid = any (array(select ctid from arrival where policy_id = :policy order by id limit :limit))
  returning *
), delta as (
  select u.lane, sum(u.count)::integer as n
  from gone, unnest(gone.lanes, gone.counts) as u (lane, count)
  group by u.lane
), moved as (
  update lane l
  set pending = l.pending + d.n, folded_at = clock_timestamp(),
      ready = l.blocked_by is null and l.pending + d.n > 0 and l.keying_version = :keying_version,
      virtual_time = case when l.pending <= 0 then greatest(l.virtual_time, s.lane_time) else l.virtual_time end
  from delta d, share s
  where l.id = d.lane and s.id = l.share_id
  returning l.id, l.share_id, l.ready, l.keying_version
), woken as (
  update share s
  set ready = true, virtual_time = greatest(s.virtual_time, t.share_time)
  from namespace_turn t
  where not s.ready and t.id = s.turn_id and s.id in (select share_id from moved where ready)
  returning s.turn_id
), turns as (
  update namespace_turn t
  set ready = true, virtual_time = greatest(t.virtual_time, :virtual_time)
  where not t.ready and t.id in (select turn_id from woken)
)
select accepted, scheduled, (select coalesce(sum(c), 0) from unnest(counts) as c) as pending, at,
       (select count(*) from moved where keying_version < :keying_version) > 0
         and exists (select from unnest(gone.lanes, gone.counts) as u (lane, n)
                     join moved m on m.id = u.lane and m.keying_version < :keying_version where u.n > 0) as old_lanes,
       limit_partitions, limit_rates, limit_periods, limit_bursts, limit_maxes, limit_initials, limit_targets, limit_mins, weight_shares, weights
from gone
order by id
