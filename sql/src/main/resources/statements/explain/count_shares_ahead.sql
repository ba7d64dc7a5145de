-- How many shares with work are to be served before the share of a lane, counted no further than a bound: those of namespaces whose turn comes first, then those of its own.
-- Parameters: lane_id, bound
-- Rows: ahead
-- Locks: none
-- Index: lane_pkey, share_pkey, namespace_turn_pkey, namespace_turn_ready, share_ready
with own as materialized (
  select s.id, s.virtual_time, t.id as turn_id, t.policy_id, t.virtual_time as turn_time
  from lane l
  join share s on s.id = l.share_id
  join namespace_turn t on t.id = s.turn_id
  where l.id = :lane_id
)
select count(*) as ahead
from (select 1
      from own
      join namespace_turn t on t.policy_id = own.policy_id and t.ready and (t.virtual_time, t.id) <= (own.turn_time, own.turn_id)
      join share s on s.turn_id = t.id and s.ready and (t.id <> own.turn_id or (s.virtual_time, s.id) < (own.virtual_time, own.id))
      limit :bound) counted
