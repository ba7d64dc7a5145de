-- Registers a namespace by hand.
-- Parameters: name text
-- Rows: name; none if it is known already
-- Locks: the new row
-- Index: namespace_pkey
insert into namespace (name, origin)
values (:name, 'manual')
on conflict (name) do nothing
returning name
