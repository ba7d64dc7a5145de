-- A policy as it is in force, without holding it.
-- Parameters: name text
-- Rows: id, version, keying_version, paused, in_files, definition; none if there is no such policy
-- Locks: none
-- Index: policy_name_key, policy_version_pkey
select p.id, p.version, p.keying_version, p.paused, p.in_files, v.definition::text as definition
from policy p
join policy_version v on v.policy_id = p.id and v.version = p.version
where p.name = :name
