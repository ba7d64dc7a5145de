-- Registers namespaces on first sight.
-- Parameters: names text[]
-- Rows: none
-- Locks: the new rows; in order of name
-- Index: namespace_pkey
insert into namespace (name)
select name from unnest(:names::text[]) as u (name)
order by name
on conflict (name) do nothing
