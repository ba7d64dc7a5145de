-- Takes the turn to send events to the broker, if it lacks some and nobody else is at it.
-- Parameters: none
-- Rows: seq (the last one that the broker has)
-- Locks: the cursor's row, no key update, skipped if taken; held until the broker has answered
-- Index: event_cursor_pkey
select seq
from event_cursor
where name = 'sent' and seq < (select n.seq from event_cursor n where n.name = 'numbered')
for no key update skip locked
