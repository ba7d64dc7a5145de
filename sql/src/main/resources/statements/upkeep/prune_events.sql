-- Prunes the oldest events that the broker has.
-- Parameters: keep_ms, limit (rows looked at)
-- Rows: none
-- Locks: the rows pruned; nobody else changes them
-- Index: event_pkey, its beginning
delete from event
where seq = any (array(
  select seq
  from (select seq, numbered_at from event order by seq limit :limit) as oldest
  where numbered_at < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond'
    and seq <= (select c.seq from event_cursor c where c.name = 'sent')))
