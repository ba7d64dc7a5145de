-- Says that these partitions have room: whoever sleeps on them is looked at by the next tick. A statement of its own, after the partitions' locks:
-- Parameters: partitions bigint[]
-- Rows: policy_id of each lane or policy woken, with repeats
-- Locks: waiter rows, after their partitions. In one statement with the release its snapshot would be older than the lock, and a wake-up could be lost.
-- Index: waiter_pkey
update waiter w
set wake_at = clock_timestamp()
from (select partition_id, policy_id from waiter
      where partition_id = any (:partitions::bigint[]) and (wake_at is null or wake_at > clock_timestamp())
      order by partition_id, policy_id
      for update) as due
where w.partition_id = due.partition_id and w.policy_id = due.policy_id
returning w.policy_id
