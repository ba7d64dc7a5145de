-- Which of these intake messages were staged by the batch that some intake session committed last.
-- Parameters: messages uuid[]
-- Rows: message
-- Locks: none
-- Index: none: one row a session. A join, since comparing each pair would cost more than staging does.
select r.message
from intake_receipt, unnest(message_ids) as r (message)
join unnest(:messages::uuid[]) as m (message) on m.message = r.message
