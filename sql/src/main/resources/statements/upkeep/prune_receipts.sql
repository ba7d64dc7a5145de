-- Prunes receipts of intake sessions that have staged nothing for long.
-- Parameters: keep_ms, limit
-- Rows: none
-- Locks: the rows pruned, skipping those that a session is writing
-- Index: none; the table has one row for each intake session
delete from intake_receipt
where consumer = any (array(
  select consumer from intake_receipt
  where staged_at < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond'
  limit :limit
  for update skip locked))
