-- How many gate partitions of a policy match, counted no further than a bound.
-- Parameters: policy_id integer, gate text or null, pattern text (LIKE, escaped) or null, bound integer
-- Rows: partitions
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key
select count(*) as partitions
from (select 1 from gate_partition
      where policy_id = :policy_id
        and (cast(:gate as text) is null or gate = :gate)
        and (cast(:pattern as text) is null or key ilike :pattern escape '\')
      limit :bound) counted
