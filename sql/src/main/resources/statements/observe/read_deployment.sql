-- The deployment beside its policies: what the auditor found, how many partitions there are about, the clock.
-- Parameters: none
-- Rows: one: difference (0 if every counter is what the rows say), partitions (about, as vacuum counted them last), read_at
-- Locks: none
-- Index: none; a row a chore
select coalesce((select sum(last_found + found) from chore where name like 'check-%'), 0)::bigint as difference,
       (select greatest(reltuples, 0)::bigint from pg_class where oid = 'gate_partition'::regclass) as partitions,
       clock_timestamp() as read_at
