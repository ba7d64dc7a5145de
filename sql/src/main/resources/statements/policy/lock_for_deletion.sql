-- Holds a policy so that no tick, no editor and no stager is at work on it.
-- Parameters: name text
-- Rows: id, definition; none if there is no such policy
-- Locks: the policy's row, for update; waits for stagers, whose arrivals refer to the row
-- Index: policy_name_key, policy_version_pkey
select p.id,
       (select v.definition::text from policy_version v where v.policy_id = p.id and v.version = p.version) as definition
from policy p
where p.name = :name
for update of p
