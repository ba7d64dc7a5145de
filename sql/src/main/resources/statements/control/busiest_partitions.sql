-- Gate partitions of a policy with most jobs in flight, among the first so many.
-- Parameters: policy, bound (partitions looked at), most (rows)
-- Rows: all columns of gate_partition, busiest first
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key, read no further than the bound
select *
from (select * from gate_partition where policy_id = :policy limit :bound) as p
where p.in_flight > 0
order by p.in_flight desc, p.id
limit :most
