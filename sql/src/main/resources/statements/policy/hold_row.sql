-- Waits until nobody else holds a policy and holds it. A statement of its own: what is read of the policy afterwards is then as the last holder left it, its version's document too.
-- Parameters: name text
-- Rows: id; none if there is no such policy
-- Locks: the policy's row, for no key update; waits for a tick or an editor that holds it
-- Index: policy_name_key
select id from policy where name = :name for no key update
