-- Lets every lane that sleeps on the quota of a namespace without a ceiling of its own be looked at again, since the platform's default may have changed.
-- Parameters: none
-- Rows: none
-- Locks: the waiters; those that a settlement holds are skipped, for it wakes them itself
-- Index: gate_partition_policy_id_gate_key_key, waiter_pkey; only at start
update waiter w
set wake_at = clock_timestamp()
from (select a.partition_id, a.policy_id
      from waiter a
      join gate_partition p on p.id = a.partition_id
      where p.policy_id = 0 and p.gate = 'quota' and p.max is null
      for update of a skip locked) as mine
where w.partition_id = mine.partition_id and w.policy_id = mine.policy_id
