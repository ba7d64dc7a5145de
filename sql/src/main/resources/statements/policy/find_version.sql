-- One version of a policy.
-- Parameters: policy_id integer, version integer
-- Rows: definition; none if there is no such version
-- Locks: none
-- Index: policy_version_pkey
select definition::text as definition
from policy_version
where policy_id = :policy_id and version = :version
