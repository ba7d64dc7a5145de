-- Where a stretch of gate partitions ends.
-- Parameters: after (partition), limit
-- Rows: looked, last (null if none)
-- Locks: none
-- Index: gate_partition_pkey
select count(*) as looked, max(id) as last
from (select id from gate_partition where id > :after order by id limit :limit) as stretch
