-- Numbered events in order.
-- Parameters: after (seq, exclusive), limit
-- Rows: seq, type, body (JSON text)
-- Locks: none
-- Index: event_pkey
select seq, type, body::text as body
from event
where seq > :after
order by seq
limit :limit
