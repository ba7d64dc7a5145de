-- Writes what the tick changed in the policy's own figures.
-- Parameters: policy; now; virtual_time; rekeying; again (whether the next tick can go on at once; waiters that are due say so themselves); changes accepted, pending, scheduled, in_flight, finished, dead, cancelled, expired
-- Rows: none
-- Locks: none more: the policy is held
-- Index: policy_pkey
update policy
set virtual_time = :virtual_time, rekeying = :rekeying, last_tick_at = :now, next_tick_at = case when :again then :now::timestamptz end,
    accepted = accepted + :accepted, pending = pending + :pending, scheduled = scheduled + :scheduled, in_flight = in_flight + :in_flight,
    finished = finished + :finished, dead = dead + :dead, cancelled = cancelled + :cancelled, expired = expired + :expired
where id = :policy
