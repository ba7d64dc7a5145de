-- Registers namespaces on first sight.
-- Parameters: names text[]
-- Rows: none
-- Locks: the new rows; in order of name
-- Index: namespace_pkey (a look-up for each row: "not exists" becomes a join, which may read all of them for each)
insert into namespace (name)
select name from unnest(:names::text[]) as u (name)
where (select n.name from namespace n where n.name = u.name) is null
order by name
on conflict (name) do nothing
