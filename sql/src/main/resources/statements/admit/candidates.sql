-- The first ready namespaces of a policy, the first ready shares of each and the first ready lanes of each share, in fair order.
-- Parameters: policy, keying_version, budget (most jobs to admit)
-- Rows: turn_id, turn_time, share_id, weight, share_time, lane_id, lane_time, pending, partitions, turns and shares (how many of each were read, the same in all rows), ordered by namespace, share, lane; a namespace gives one share and a share one lane more than is asked for, so that the reader sees whether there are more
-- Locks: none: the policy is held
-- Index: namespace_turn_ready, share_ready, lane_ready
with turns as materialized (
  select id, virtual_time from namespace_turn
  where policy_id = :policy and ready
  order by virtual_time, id
  limit :budget
), first_shares as materialized (
  select t.id as turn_id, t.virtual_time as turn_time, s.id, s.weight, s.virtual_time
  from turns t
  cross join lateral (
    select id, weight, virtual_time from share
    where turn_id = t.id and ready
    order by virtual_time, id
    limit 1 + greatest(2, least(:budget, 2 * :budget / (select count(*) from turns)))) as s
)
select s.turn_id, s.turn_time, s.id as share_id, s.weight, s.virtual_time as share_time, l.id as lane_id, l.virtual_time as lane_time, l.pending, l.partitions,
       (select count(*) from turns)::integer as turns, (select count(*) from first_shares)::integer as shares
from first_shares s
cross join lateral (
  select id, virtual_time, pending, partitions from lane
  where share_id = s.id and ready and keying_version = :keying_version
  order by virtual_time, id
  limit 1 + greatest(2, 2 * :budget / (select count(*) from first_shares))) as l
order by s.turn_time, s.turn_id, s.virtual_time, s.id, l.virtual_time, l.id
