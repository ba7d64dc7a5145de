-- Prunes the oldest minutes of partitions, of deleted policies too.
-- Parameters: keep_ms, limit (rows looked at for each policy)
-- Rows: none
-- Locks: the rows pruned; the current minute alone is written
-- Index: partition_observation_pkey, its beginning for each policy
with recursive policies as (
  (select policy_id from partition_observation order by policy_id limit 1)
  union all
  select (select o.policy_id from partition_observation o where o.policy_id > p.policy_id order by o.policy_id limit 1)
  from policies p where p.policy_id is not null
)
delete from partition_observation t
using (select p.policy_id, w.minute, w.partition_id
       from policies p
       cross join lateral (select minute, partition_id from partition_observation where policy_id = p.policy_id order by minute limit :limit) as w
       where w.minute < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond') as old
where t.policy_id = old.policy_id and t.minute = old.minute and t.partition_id = old.partition_id
