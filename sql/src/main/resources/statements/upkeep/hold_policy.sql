-- Holds a policy so that no tick folds or admits meanwhile.
-- Parameters: policy
-- Rows: id; none if a tick holds it
-- Locks: the policy's row, no key update, skipped if taken
-- Index: policy_pkey
select id from policy where id = :policy for no key update skip locked
