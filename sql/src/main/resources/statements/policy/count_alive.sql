-- How many jobs of a policy are alive, arrivals and tallies that are not folded yet included.
-- Parameters: policy_id integer
-- Rows: pending, scheduled, in_flight, dead
-- Locks: none; exact while the policy's row is held and nobody stages
-- Index: policy_pkey, arrival_policy, tally_policy
select p.pending + coalesce((select sum(c) from arrival a, unnest(a.counts) c where a.policy_id = p.id), 0) as pending,
       p.scheduled
         + coalesce((select sum(a.scheduled) from arrival a where a.policy_id = p.id), 0)
         + coalesce((select sum(t.scheduled) from tally t where t.policy_id = p.id), 0) as scheduled,
       p.in_flight + coalesce((select sum(t.in_flight) from tally t where t.policy_id = p.id), 0) as in_flight,
       p.dead + coalesce((select sum(t.dead) from tally t where t.policy_id = p.id), 0) as dead
from policy p
where p.id = :policy_id
