-- Remembers the messages of the batch being staged, in place of the session's batch before, which is acknowledged by now.
-- Parameters: consumer uuid, the intake session; messages uuid[]
-- Rows: none
-- Locks: the session's own row
-- Index: intake_receipt_pkey
insert into intake_receipt (consumer, message_ids)
values (:consumer::uuid, :messages::uuid[])
on conflict (consumer) do update set message_ids = excluded.message_ids, staged_at = clock_timestamp()
