-- Keeps a policy from being deleted while something of it is changed, and says what is in force.
-- Parameters: name text
-- Rows: id, version; none if there is no such policy
-- Locks: the policy's row, for key share: no obstacle to ticks and savers, only to the deletion
-- Index: policy_name_key
select id, version
from policy
where name = :name
for key share
