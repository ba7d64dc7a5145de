-- Prunes the oldest entries of the audit.
-- Parameters: keep_ms, limit (rows looked at)
-- Rows: none
-- Locks: the rows pruned; nobody else changes them
-- Index: audit_pkey, its beginning
delete from audit
where id = any (array(
  select id
  from (select id, at from audit order by id limit :limit) as oldest
  where at < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond'))
