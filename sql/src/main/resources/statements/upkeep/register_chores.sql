-- Makes the rows of chores that are not known yet.
-- Parameters: names text[]
-- Rows: none
-- Locks: the new rows, by name
-- Index: chore_pkey
insert into chore (name)
select name from unnest(:names::text[]) as u (name)
order by name
on conflict (name) do nothing
