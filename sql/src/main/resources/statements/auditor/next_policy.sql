-- The next policy in the round.
-- Parameters: after (policy)
-- Rows: id, name; none at the end
-- Locks: none
-- Index: policy_pkey
select id, name from policy where id > :after order by id limit 1
