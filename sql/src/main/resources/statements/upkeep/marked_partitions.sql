-- Marked partitions, the longest marked first; they go to the end of the row.
-- Parameters: policy, limit
-- Rows: all columns of gate_partition, kept (an operator has said something of it), now (the database's clock)
-- Locks: the marks, skipping those that somebody takes away
-- Index: retiring_policy, gate_partition_pkey
with marked as materialized (
  select id from retiring
  where kind = 'partition' and policy_id = :policy and fence <= pg_snapshot_xmin(pg_current_snapshot())
  order by marked_at
  limit :limit
  for update skip locked
), later as (
  update retiring set marked_at = clock_timestamp() where kind = 'partition' and id = any (array(select id from marked))
)
select p.*, p.paused or (p.override_limit is not null and coalesce(p.override_until > clock_timestamp(), true)) as kept, clock_timestamp() as now
from gate_partition p
where p.id = any (array(select id from marked))
