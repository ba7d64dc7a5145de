-- Compares in_flight of a stretch of partitions with the jobs in flight whose lane names them. One statement, so one snapshot: whoever changes the one changes the other in the same transaction.
-- Parameters: after, last (partitions)
-- Rows: id, policy_id, gate, key, in_flight, counted, of partitions where the two differ
-- Locks: none
-- Index: gate_partition_pkey, job_lease (all jobs in flight, once), lane_pkey
with counted as materialized (
  select u.id, count(*) as n
  from job j
  join lane l on l.id = j.lane_id
  cross join unnest(l.partitions) as u (id)
  where j.state = 'admitted' and u.id > :after and u.id <= :last
  group by u.id
)
select p.id, p.policy_id, p.gate, p.key, p.in_flight, coalesce(c.n, 0) as counted
from gate_partition p
left join counted c on c.id = p.id
where p.id > :after and p.id <= :last and p.in_flight <> coalesce(c.n, 0)
order by p.id
