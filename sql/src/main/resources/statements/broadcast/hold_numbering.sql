-- Takes the turn to number events, if there are any and nobody else is at it.
-- Parameters: none
-- Rows: seq (the last number given)
-- Locks: the cursor's row, no key update, skipped if taken
-- Index: event_cursor_pkey
select seq
from event_cursor
where name = 'numbered' and exists (select from event_outbox)
for no key update skip locked
