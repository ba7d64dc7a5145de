-- Compares a policy's figures, with what is not folded yet, with its jobs and lanes, and accepted with the sum of the states. One statement, so one snapshot.
-- Parameters: policy
-- Rows: pairs of told and counted: pending, lanes_pending (both folded); scheduled, scheduled_jobs; in_flight, in_flight_jobs; dead, dead_jobs; and missing (accepted less the sum over the states)
-- Locks: none
-- Index: policy_pkey, arrival_policy, tally_policy, lane by policy, job_scheduled, job_lease, dead_job_policy
with news as materialized (
  select coalesce(sum(a.accepted), 0) as accepted, coalesce(sum(a.scheduled), 0) as scheduled,
         coalesce(sum((select sum(c) from unnest(a.counts) as c)), 0) as pending
  from arrival a where a.policy_id = :policy
), ends as materialized (
  select coalesce(sum(scheduled), 0) as scheduled, coalesce(sum(in_flight), 0) as in_flight, coalesce(sum(finished), 0) as finished,
         coalesce(sum(dead), 0) as dead, coalesce(sum(cancelled), 0) as cancelled, coalesce(sum(expired), 0) as expired
  from tally where policy_id = :policy
)
select p.pending, (select coalesce(sum(l.pending), 0) from lane l where l.policy_id = p.id) as lanes_pending,
       p.scheduled + n.scheduled + e.scheduled as scheduled,
       (select count(*) from job j where j.state = 'scheduled' and j.policy_id = p.id) as scheduled_jobs,
       p.in_flight + e.in_flight as in_flight,
       (select count(*) from job j where j.state = 'admitted' and j.policy_id = p.id) as in_flight_jobs,
       p.dead + e.dead as dead,
       (select count(*) from dead_job d where d.policy_id = p.id) as dead_jobs,
       p.accepted + n.accepted
         - (p.pending + n.pending + p.scheduled + n.scheduled + e.scheduled + p.in_flight + e.in_flight + p.finished + e.finished
            + p.dead + e.dead + p.cancelled + e.cancelled + p.expired + e.expired) as missing
from policy p, news n, ends e
where p.id = :policy
