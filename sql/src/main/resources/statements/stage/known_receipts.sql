-- Which of these intake messages were staged in a batch whose acknowledgement may have got lost.
-- Parameters: messages uuid[], digests of message ids
-- Rows: message
-- Locks: none
-- Index: none; the table has one row for each intake session
select r.message
from intake_receipt, unnest(message_ids) as r (message)
where r.message = any (:messages::uuid[])
