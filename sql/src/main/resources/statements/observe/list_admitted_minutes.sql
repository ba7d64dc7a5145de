-- Admissions per minute of some policies. A minute in which nothing happened has no row.
-- Parameters: names text[], minutes integer: the one under way and those before it
-- Rows: policy, minute, admitted
-- Locks: none
-- Index: policy_name_key, policy_minute_pkey
select p.name as policy, m.minute, m.admitted
from policy p
join policy_minute m
  on m.policy_id = p.id and m.minute > date_trunc('minute', clock_timestamp()) - :minutes * interval '1 minute'
where p.name = any (cast(:names as text[]))
order by p.name, m.minute
