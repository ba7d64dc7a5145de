-- Removes a policy and its versions.
-- Parameters: policy_id integer
-- Rows: none
-- Locks: the policy's row, for update
-- Index: policy_pkey, policy_version_pkey
delete from policy where id = :policy_id
