-- Which policies have something for a tick to do. Tallies alone can wait: figures are read with them, and a tick folds many as well as one.
-- Parameters: none
-- Rows: id
-- Locks: none
-- Index: arrival_policy, tally_policy, waiter_due; the policies themselves are few
select p.id
from policy p
where (not p.paused and (p.next_tick_at <= clock_timestamp()
       or exists (select from waiter w where w.policy_id = p.id and w.wake_at <= clock_timestamp())))
   or p.rekeying
   or exists (select from arrival a where a.policy_id = p.id)
   or (select t.at from tally t where t.policy_id = p.id order by t.id limit 1) < clock_timestamp() - interval '1 second'
order by p.id
