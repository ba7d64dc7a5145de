-- Writes down how far the broker has the events.
-- Parameters: seq
-- Rows: none
-- Locks: the cursor's row, held already
-- Index: event_cursor_pkey
update event_cursor
set seq = :seq, moved_at = clock_timestamp()
where name = 'sent'
