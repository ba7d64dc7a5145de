-- Puts a policy's figures of living and dead jobs right. A statement of its own, after the lock, so that it sees all ticks before.
-- Parameters: policy
-- Rows: none
-- Locks: the policy's row, held already
-- Index: as compare_figures
update policy p
set pending = (select coalesce(sum(l.pending), 0) from lane l where l.policy_id = p.id),
    scheduled = (select count(*) from job j where j.state = 'scheduled' and j.policy_id = p.id)
                - (select coalesce(sum(a.scheduled), 0) from arrival a where a.policy_id = p.id)
                - (select coalesce(sum(t.scheduled), 0) from tally t where t.policy_id = p.id),
    in_flight = (select count(*) from job j where j.state = 'admitted' and j.policy_id = p.id)
                - (select coalesce(sum(t.in_flight), 0) from tally t where t.policy_id = p.id),
    dead = (select count(*) from dead_job d where d.policy_id = p.id)
           - (select coalesce(sum(t.dead), 0) from tally t where t.policy_id = p.id)
where p.id = :policy
