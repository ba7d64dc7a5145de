-- Opens the batch of what was admitted: the unit of the outbox.
-- Parameters: id, policy, destination (work queue), now; jobs bigint[] in forwarding order, attempts integer[]; looked_at (lanes)
-- Rows: none
-- Locks: none
-- Index: none
insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, destination, duration_ms)
values (:id, :policy, :now, :jobs::bigint[], :attempts::integer[], :looked_at, :destination, extract(epoch from clock_timestamp() - :now::timestamptz) * 1000)
