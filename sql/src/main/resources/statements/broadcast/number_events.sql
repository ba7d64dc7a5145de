-- Numbers the oldest events of the outbox. In a statement of its own behind the lock, so that it sees what the last holder did.
-- Parameters: seq (the last number given), limit
-- Rows: seq (the last number given now), events (how many were numbered)
-- Locks: the rows moved, which only the holder of the turn touches; the cursor's row, held already
-- Index: event_outbox_pkey, event_cursor_pkey
with gone as (
  delete from event_outbox
  where id = any (array(select id from event_outbox order by id limit :limit))
  returning id, type, body
), numbered as (
  insert into event (seq, type, body)
  select :seq::bigint + row_number() over (order by id), type, body
  from gone
  order by id
  returning seq
)
update event_cursor
set seq = seq + n.events, moved_at = clock_timestamp()
from (select count(*) as events from numbered) as n
where name = 'numbered'
returning seq, events
