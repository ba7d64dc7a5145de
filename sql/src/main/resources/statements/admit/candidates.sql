-- The first ready shares of a policy and the first ready lanes of each, in fair order.
-- Parameters: policy, keying_version, budget (most jobs to admit)
-- Rows: share_id, weight, share_time, lane_id, lane_time, pending, partitions, ordered by share then lane; a share gives one lane more than is asked for, so that the reader sees whether there are more
-- Locks: none: the policy is held
-- Index: share_ready, lane_ready
with first_shares as materialized (
  select id, weight, virtual_time from share
  where policy_id = :policy and ready
  order by virtual_time, id
  limit :budget
)
select s.id as share_id, s.weight, s.virtual_time as share_time, l.id as lane_id, l.virtual_time as lane_time, l.pending, l.partitions
from first_shares s
cross join lateral (
  select id, virtual_time, pending, partitions from lane
  where share_id = s.id and ready and keying_version = :keying_version
  order by virtual_time, id
  limit 1 + greatest(2, 2 * :budget / (select count(*) from first_shares))) as l
order by s.virtual_time, s.id, l.virtual_time, l.id
