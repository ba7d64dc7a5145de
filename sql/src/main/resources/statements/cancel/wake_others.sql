-- Wakes whoever waits for a slot of these partitions. A statement of its own, after the lock: else the wake-up may be lost.
-- Parameters: ids bigint[]
-- Rows: none
-- Locks: waiters of the partitions, in order
-- Index: waiter_pkey
update waiter w
set wake_at = clock_timestamp()
from (select partition_id, policy_id from waiter where partition_id = any(cast(:ids as bigint[]))
      order by partition_id, policy_id for update) due
where w.partition_id = due.partition_id and w.policy_id = due.policy_id
