-- Holds a policy for one tick and reads the clock that the whole tick goes by.
-- Parameters: policy
-- Rows: none if another tick holds it; else version, keying_version, rekeying, paused, virtual_time, now, batch (an id for what will be admitted)
-- Locks: the policy's row, no key update, skipped if taken
-- Index: policy_pkey
select version, keying_version, rekeying, paused, virtual_time, clock_timestamp() as now, nextval('batch_id') as batch
from policy
where id = :policy
for no key update skip locked
