-- Jobs in flight and ceilings of namespaces, by name or the fullest first. No job is counted.
-- Parameters: fullest boolean (most jobs in flight first), limit integer
-- Rows: name, in_flight, max_in_flight (null = the platform's default)
-- Locks: none
-- Index: namespace_pkey, gate_partition_policy_id_gate_key_key; the fullest are sorted from all namespaces
select name, in_flight, max_in_flight from namespace_state order by case when :fullest then -in_flight else 0 end, name limit :limit
