-- How many shares with work are to be served before the share of a lane, counted no further than a bound.
-- Parameters: lane_id, bound
-- Rows: ahead
-- Locks: none
-- Index: lane_pkey, share_pkey, share_ready
with own as materialized (
  select s.id, s.policy_id, s.virtual_time from lane l join share s on s.id = l.share_id where l.id = :lane_id
)
select count(*) as ahead
from (select 1
      from own
      join share s on s.policy_id = own.policy_id and s.ready and (s.virtual_time, s.id) < (own.virtual_time, own.id)
      limit :bound) counted
