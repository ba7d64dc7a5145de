-- Gate partitions as they are now, not locked.
-- Parameters: partitions bigint[]
-- Rows: all columns of gate_partition, in the order given
-- Locks: none
-- Index: gate_partition_pkey
select g.*
from unnest(:partitions::bigint[]) with ordinality as u (id, position)
join gate_partition g on g.id = u.id
order by u.position
