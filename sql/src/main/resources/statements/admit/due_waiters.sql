-- Partitions that sleeping lanes of the policy should be looked at for, with what their rows say without a lock (a hint).
-- Parameters: policy, now, limit (most partitions)
-- Rows: as lock_partitions
-- Locks: none
-- Index: waiter_due, gate_partition_pkey
select p.*
from (select partition_id from waiter where policy_id = :policy and wake_at <= :now order by wake_at limit :limit) as due
join gate_partition p on p.id = due.partition_id
