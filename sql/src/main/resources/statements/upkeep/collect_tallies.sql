-- Collects figures of policies that are gone: a late word can be counted while its policy is being deleted, and no tick folds it.
-- Parameters: limit
-- Rows: none
-- Locks: the rows collected, which nobody else reads
-- Index: tally_policy (one look-up a policy that has any), policy_pkey
with recursive told as (
  (select policy_id from tally order by policy_id limit 1)
  union all
  select (select t.policy_id from tally t where t.policy_id > told.policy_id order by t.policy_id limit 1) from told where told.policy_id is not null
)
delete from tally
where ctid = any (array(
  select t.ctid
  from told join tally t on t.policy_id = told.policy_id
  where not exists (select from policy p where p.id = told.policy_id)
  limit :limit))
