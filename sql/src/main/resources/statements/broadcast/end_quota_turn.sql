-- The next turn is at the next beat of the cadence; beats that were missed are skipped.
-- Parameters: cadence_ms
-- Rows: none
-- Locks: the cursor's row, held already
-- Index: event_cursor_pkey
update event_cursor c
set moved_at = t.now,
    due_at = case
      when c.due_at > t.now then t.now
      else c.due_at + floor(extract(epoch from t.now - c.due_at) * 1000 / :cadence_ms::bigint) * :cadence_ms::bigint * interval '1 millisecond'
    end + :cadence_ms::bigint * interval '1 millisecond'
from (select clock_timestamp() as now) as t
where c.name = 'quota'
