-- A version of a policy as it was saved.
-- Parameters: policy, version
-- Rows: definition; none if there is no such version any more
-- Locks: none
-- Index: policy_version_pkey
select definition::text as definition from policy_version where policy_id = :policy and version = :version
