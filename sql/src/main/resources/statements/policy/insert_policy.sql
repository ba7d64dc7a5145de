-- A new policy at version 1, due for a tick at once.
-- Parameters: name text, in_files boolean
-- Rows: id; none if somebody else made it meanwhile
-- Locks: the new row
-- Index: policy_name_key
insert into policy (name, in_files, next_tick_at)
values (:name, :in_files, clock_timestamp())
on conflict (name) do nothing
returning id
