-- What is in force of a policy, for a forecast.
-- Parameters: name text
-- Rows: id, version, keying_version, paused, virtual_time, now (the database's clock); none if there is no such policy
-- Locks: none
-- Index: policy_name_key
select id, version, keying_version, paused, virtual_time, clock_timestamp() as now
from policy
where name = :name
