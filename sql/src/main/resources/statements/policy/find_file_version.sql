-- The document that a policy file gave last, whatever people have saved since.
-- Parameters: name text, the policy's name
-- Rows: version, definition; none if no file ever gave this policy
-- Locks: none
-- Index: policy_name_key, policy_version_pkey
select v.version, v.definition::text as definition
from policy p
join policy_version v on v.policy_id = p.id
where p.name = :name and v.author like 'file:%'
order by v.version desc
limit 1
