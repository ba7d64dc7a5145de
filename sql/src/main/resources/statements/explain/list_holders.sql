-- Some of the jobs in flight that hold slots of a partition, those whose lease ends first.
-- Parameters: partition_id, looked (most jobs in flight looked at, of all policies), limit
-- Rows: id, policy, namespace, job_key, admitted_at, lease_expires_at
-- Locks: none
-- Index: job_lease, read in order and no further than looked; lane_pkey, policy_pkey
select j.id, p.name as policy, j.namespace, j.job_key, j.admitted_at, j.lease_expires_at
from (select id, policy_id, lane_id, namespace, job_key, admitted_at, lease_expires_at
      from job where state = 'admitted' order by lease_expires_at limit :looked) j
join lane l on l.id = j.lane_id and l.partitions @> array[:partition_id::bigint]
join policy p on p.id = j.policy_id
order by j.lease_expires_at, j.id
limit :limit
