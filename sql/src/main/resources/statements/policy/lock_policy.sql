-- Holds a policy so that neither a tick nor another editor changes it meanwhile.
-- Parameters: name text
-- Rows: id, version, keying_version, paused, in_files, definition (of the version in force); none if there is no such policy
-- Locks: the policy's row, for no key update; waits for a tick that holds it
-- Index: policy_name_key, policy_version_pkey
select p.id, p.version, p.keying_version, p.paused, p.in_files,
       (select v.definition::text from policy_version v where v.policy_id = p.id and v.version = p.version) as definition
from policy p
where p.name = :name
for no key update of p
