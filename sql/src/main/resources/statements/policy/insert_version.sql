-- Keeps a version of a policy.
-- Parameters: policy_id integer, version integer, definition JSON text, author text, reason text or null
-- Rows: none
-- Locks: the new row
-- Index: policy_version_pkey
insert into policy_version (policy_id, version, definition, author, reason)
values (:policy_id, :version, cast(:definition as jsonb), :author, :reason)
