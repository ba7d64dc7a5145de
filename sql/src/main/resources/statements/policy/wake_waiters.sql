-- Lets every lane of a policy that sleeps on a gate be looked at again, since its limits may have changed.
-- Parameters: policy_id integer
-- Rows: none
-- Locks: waiters of the policy; those that a settlement holds are skipped, for it wakes them itself
-- Index: waiter_pkey is by partition, so this reads the table; only saving a policy does it
update waiter w
set wake_at = clock_timestamp()
from (select partition_id, policy_id from waiter where policy_id = :policy_id for update skip locked) mine
where w.partition_id = mine.partition_id and w.policy_id = mine.policy_id
