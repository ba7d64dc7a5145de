-- Holds a policy so that neither a tick nor an editor is at work on it meanwhile.
-- Parameters: name text
-- Rows: id, version, paused, virtual_time; none if there is no such policy
-- Locks: the policy's row, for no key update; waits for a tick that holds it
-- Index: policy_name_key
select id, version, paused, virtual_time
from policy
where name = :name
for no key update
