-- Prunes the oldest hours of partitions, of deleted policies too.
-- Parameters: keep_ms, limit (rows looked at for each policy)
-- Rows: none
-- Locks: the rows pruned; the current hour alone is written
-- Index: partition_hour_pkey, its beginning for each policy
with recursive policies as (
  (select policy_id from partition_hour order by policy_id limit 1)
  union all
  select (select o.policy_id from partition_hour o where o.policy_id > p.policy_id order by o.policy_id limit 1)
  from policies p where p.policy_id is not null
)
delete from partition_hour t
using (select p.policy_id, w.hour, w.partition_id
       from policies p
       cross join lateral (select hour, partition_id from partition_hour where policy_id = p.policy_id order by hour limit :limit) as w
       where w.hour < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond') as old
where t.policy_id = old.policy_id and t.hour = old.hour and t.partition_id = old.partition_id
