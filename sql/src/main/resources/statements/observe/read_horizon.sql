-- What holds vacuum back most: the oldest snapshot of a session, a prepared transaction or a replication slot.
-- Parameters: none
-- Rows: holder, age_ms (null of a slot), transactions (how many ids it is behind); none if nothing does
-- Locks: none
-- Index: none; a row a session. Sessions of other users are seen by members of pg_read_all_stats only
select holder, age_ms, transactions
from (
  select concat_ws(' ', 'session', pid, nullif(application_name, ''), state) as holder,
         (extract(epoch from clock_timestamp() - coalesce(xact_start, query_start)) * 1000)::bigint as age_ms,
         age(coalesce(backend_xmin, backend_xid)) as transactions
  from pg_stat_activity
  where coalesce(backend_xmin, backend_xid) is not null and pid <> pg_backend_pid() and datname = current_database()
  union all
  select 'prepared transaction ' || gid, (extract(epoch from clock_timestamp() - prepared) * 1000)::bigint, age(transaction)
  from pg_prepared_xacts
  where database = current_database()
  union all
  select 'replication slot ' || slot_name, null, age(coalesce(xmin, catalog_xmin))
  from pg_replication_slots
  where coalesce(xmin, catalog_xmin) is not null) as held
order by transactions desc, age_ms desc nulls last
limit 1
