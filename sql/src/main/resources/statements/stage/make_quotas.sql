-- Makes the quota partitions of namespaces that have none yet, with the namespace's own ceiling.
-- Parameters: names text[], registered namespaces
-- Rows: none
-- Locks: the new rows; in order of name. Rows that are there are left out beforehand: a conflict with one that a tick is updating would wait for the tick
-- Index: gate_partition_policy_id_gate_key_key, namespace_pkey
insert into gate_partition (policy_id, gate, key, max)
select 0, 'quota', n.name, n.max_in_flight
from namespace n
where n.name = any (:names::text[])
  and not exists (select from gate_partition p where p.policy_id = 0 and p.gate = 'quota' and p.key = n.name)
order by n.name
on conflict (policy_id, gate, key) do nothing
