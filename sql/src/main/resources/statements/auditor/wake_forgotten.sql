-- Lets a lane that nothing would wake be looked at by the next tick.
-- Parameters: id (lane)
-- Rows: none
-- Locks: the new waiter
-- Index: lane_pkey, waiter_pkey
insert into waiter (partition_id, policy_id, wake_at)
select blocked_by, policy_id, clock_timestamp() from lane where id = :id and blocked_by is not null
on conflict (partition_id, policy_id) do update set wake_at = excluded.wake_at
