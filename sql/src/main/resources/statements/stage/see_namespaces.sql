-- Registers namespaces on first sight.
-- Parameters: names text[]
-- Rows: none
-- Locks: the new rows; in order of name
-- Index: namespace_pkey
insert into namespace (name)
select name from unnest(:names::text[]) as u (name)
where not exists (select from namespace n where n.name = u.name)
order by name
on conflict (name) do nothing
