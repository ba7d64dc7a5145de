-- Takes the turn to sample namespaces, if it is due (or further away than a cadence: that was another cadence's) and nobody is at it.
-- Parameters: cadence_ms
-- Rows: due_at
-- Locks: the cursor's row, no key update, skipped if taken
-- Index: event_cursor_pkey
select due_at
from event_cursor
where name = 'quota'
  and (due_at <= clock_timestamp() or due_at > clock_timestamp() + :cadence_ms::bigint * interval '1 millisecond')
for no key update skip locked
