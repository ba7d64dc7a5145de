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

-- Fair order has a level above shares: namespaces take turns, then the shares of each.
create table namespace_turn (
  id           bigint generated always as identity (cache 20) primary key,
  policy_id    integer not null,
  namespace    text not null,
  virtual_time double precision not null default 0,
  share_time   double precision not null default 0,
  ready        boolean not null default false,
  unique (policy_id, namespace)
) with (fillfactor = 70);
create index namespace_turn_ready on namespace_turn (policy_id, virtual_time, id) where ready;
comment on table namespace_turn is 'A namespace in the fair order of one policy. Admitting a job moves virtual_time by 1 / weight of its share; the ready namespace with the smallest goes first. Written by the policy''s tick alone.';
comment on column namespace_turn.share_time is 'Start tag of the share served last: a share that wakes starts no earlier.';
comment on column namespace_turn.ready is 'It has a share that is ready.';
comment on column policy.virtual_time is 'Start tag of the namespace served last (start-time fair queuing); a namespace that wakes starts no earlier.';
comment on column share.virtual_time is 'Compared among the shares of one namespace only.';
comment on column lane.wake_order is 'Virtual time of the share when the lane went to sleep: of the lanes of a namespace that sleep on a partition the smallest wakes first.';

insert into namespace_turn (policy_id, namespace, virtual_time, share_time, ready)
select s.policy_id, s.namespace, p.virtual_time, p.virtual_time, bool_or(s.ready)
from share s
join policy p on p.id = s.policy_id
group by s.policy_id, s.namespace, p.virtual_time;

alter table share add column turn_id bigint;
update share s set turn_id = t.id from namespace_turn t where t.policy_id = s.policy_id and t.namespace = s.namespace;
alter table share alter column turn_id set not null;
drop index share_ready;
create index share_ready on share (turn_id, virtual_time, id) where ready;

alter table lane add column turn_id bigint;
update lane l set turn_id = s.turn_id from share s where s.id = l.share_id;
alter table lane alter column turn_id set not null;
drop index lane_blocked;
create index lane_blocked on lane (blocked_by, policy_id, turn_id, wake_order, id) where blocked_by is not null;
comment on column lane.turn_id is 'The turn of its share, for waking lanes in fair order.';
