-- Prunes the oldest batches that the broker took long ago.
-- Parameters: keep_ms, limit (rows looked at)
-- Rows: none
-- Locks: the rows pruned; nobody else changes a forwarded batch
-- Index: admission_batch_pkey, its beginning
delete from admission_batch
where id = any (array(
  select id
  from (select id, forwarded_at from admission_batch order by id limit :limit) as oldest
  where forwarded_at < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond'))
