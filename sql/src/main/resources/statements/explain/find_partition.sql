-- A gate partition by name.
-- Parameters: policy_id, gate, key
-- Rows: paused (the policy), id, now; none if there is none
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key, policy_pkey
select p.paused, g.id, clock_timestamp() as now
from gate_partition g
join policy p on p.id = g.policy_id
where g.policy_id = :policy_id and g.gate = :gate and g.key = :key
