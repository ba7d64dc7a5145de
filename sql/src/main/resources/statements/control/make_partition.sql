-- Makes a gate partition that no job has named yet, so that an operator's word waits for the first one. Its bucket is full when it is first asked.
-- Parameters: policy, gate text, key text, current_max (first cap of an adaptive gate)
-- Rows: none
-- Locks: the new row; waits for somebody who is making the same one
-- Index: gate_partition_policy_id_gate_key_key
insert into gate_partition (policy_id, gate, key, current_max)
values (:policy, :gate, :key, :current_max)
on conflict (policy_id, gate, key) do nothing
