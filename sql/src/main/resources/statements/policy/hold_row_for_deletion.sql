-- As hold_row, for an end: stagers, whose arrivals refer to the row, are waited for as well.
-- Parameters: name text
-- Rows: id; none if there is no such policy
-- Locks: the policy's row, for update
-- Index: policy_name_key
select id from policy where name = :name for update
