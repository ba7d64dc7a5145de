-- Says for each locked partition when its sleeping lanes are to be looked at again; forgets those that nobody sleeps on.
-- Parameters: policy; now; arrays of the same length: partitions, wake_ats (null = when a slot is released), keeps (the whole policy waits for it)
-- Rows: due (whether to look at once), one a waiter that is left
-- Locks: waiter rows, after their partitions; so a release after this tick finds the row
-- Index: waiter_pkey, lane_blocked (in its order, or the planner may take all lanes of the policy instead)
with settled as (
  select u.partition_id, u.wake_at,
         u.keep or (select l.id from lane l where l.blocked_by = u.partition_id and l.policy_id = :policy
                    order by l.turn_id, l.wake_order, l.id limit 1) is not null as waited_for
  from unnest(:partitions::bigint[], :wake_ats::timestamptz[], :keeps::boolean[]) as u (partition_id, wake_at, keep)
), forgotten as (
  delete from waiter w
  using settled s
  where not s.waited_for and w.partition_id = s.partition_id and w.policy_id = :policy
)
insert into waiter (partition_id, policy_id, wake_at)
select partition_id, :policy, wake_at from settled where waited_for
on conflict (partition_id, policy_id) do update set wake_at = excluded.wake_at
returning coalesce(wake_at <= :now, false) as due
