-- The documents in force of some policies.
-- Parameters: ids integer[]
-- Rows: id, name, version, keying_version, paused, definition; fewer than asked for when a policy is gone
-- Locks: none
-- Index: policy_pkey, policy_version_pkey
select p.id, p.name, p.version, p.keying_version, p.paused, v.definition::text as definition
from policy p
join policy_version v on v.policy_id = p.id and v.version = p.version
where p.id = any(cast(:ids as integer[]))
