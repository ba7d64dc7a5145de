-- Number, name and versions of every policy: what tells a cache that it is out of date.
-- Parameters: none
-- Rows: id, name, version, keying_version, paused; one a policy, by name
-- Locks: none
-- Index: policy_name_key; the table is small
select id, name, version, keying_version, paused
from policy
order by name
