-- Prunes the oldest lags by minute, of deleted policies too.
-- Parameters: keep_ms, limit (rows looked at)
-- Rows: none
-- Locks: the rows pruned; the current minute alone is written
-- Index: none; a few buckets a policy and minute
delete from lag_minute
where ctid = any (array(
  select ctid from lag_minute where minute < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond' limit :limit))
