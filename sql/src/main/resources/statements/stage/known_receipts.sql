-- Which of these intake messages were staged in a batch whose acknowledgement may have got lost.
-- Parameters: messages uuid[], digests of message ids
-- Rows: message
-- Locks: none
-- Index: none; the table has one row for each intake session. A join: comparing each pair would cost more than staging does
select r.message
from intake_receipt, unnest(message_ids) as r (message)
join unnest(:messages::uuid[]) as m (message) on m.message = r.message
