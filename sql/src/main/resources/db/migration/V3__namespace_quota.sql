-- One counter of jobs in flight for each namespace, over all policies: a gate partition of policy 0, gate "quota", named first by
-- every lane of the namespace, so that admission, settlement, the reaper and cancelling count it like any other partition.
-- A node of the version before this one must not tick or stage beside newer ones: it knows no partition of policy 0.
insert into gate_partition (policy_id, gate, key, max)
select 0, 'quota', name, max_in_flight from namespace;

update lane l
set partitions = p.id || l.partitions
from share s
join gate_partition p on p.policy_id = 0 and p.gate = 'quota' and p.key = s.namespace
where s.id = l.share_id;

update gate_partition p
set in_flight = held.jobs
from (select l.partitions[1] as id, count(*)::integer as jobs
      from job j
      join lane l on l.id = j.lane_id
      where j.state = 'admitted'
      group by l.partitions[1]) as held
where p.id = held.id and p.policy_id = 0;

comment on column lane.partitions is 'The quota partition of the namespace, then one partition for each gate of the policy in its order.';
comment on column gate_partition.policy_id is '0: the quota of the namespace in key, asked by all policies; its max is the namespace''s own ceiling.';
comment on column namespace.max_in_flight is 'The ceiling set by hand; written together with max of the quota partition, which is what ticks read.';

create view namespace_state as
select n.name, n.max_in_flight, n.origin, n.created_at, coalesce(p.in_flight, 0) as in_flight
from namespace n
left join gate_partition p on p.policy_id = 0 and p.gate = 'quota' and p.key = n.name;
comment on view namespace_state is 'Namespaces as people read them. No job is counted: in_flight is the quota partition''s.';
