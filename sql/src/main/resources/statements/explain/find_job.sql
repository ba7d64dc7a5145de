-- A living job with what a tick would ask about it.
-- Parameters: id
-- Rows: id, state, policy_id, policy, paused, lane_id, priority, eligible_at, expires_at, failures, namespace, admitted_at, lease_expires_at, unforwarded (its batch is still open), partitions, moving (its lane is of an older keying), head, now; none if it is not alive
-- Locks: none
-- Index: job_pkey, policy_pkey, lane_pkey, admission_batch_pkey
select j.id, j.state::text as state, j.policy_id, p.name as policy, p.paused, j.lane_id, j.priority::integer as priority, j.eligible_at,
       j.expires_at, j.failures, j.namespace, j.admitted_at, j.lease_expires_at,
       b.id is not null and b.forwarded_at is null as unforwarded,
       l.partitions, coalesce(l.keying_version < p.keying_version, false) as moving, j.head, clock_timestamp() as now
from job j
join policy p on p.id = j.policy_id
left join lane l on l.id = j.lane_id
left join admission_batch b on b.id = j.batch_id
where j.id = :id
