-- Jobs in flight and ceilings of namespaces, by name. No job is counted.
-- Parameters: limit integer
-- Rows: name, in_flight, max_in_flight (null = the platform's default)
-- Locks: none
-- Index: namespace_pkey, gate_partition_policy_id_gate_key_key
select name, in_flight, max_in_flight from namespace_state order by name limit :limit
