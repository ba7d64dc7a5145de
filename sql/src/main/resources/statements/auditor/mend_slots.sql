-- Puts in_flight of a partition right. A statement of its own, after the lock, so that it sees all who had the partition before.
-- Parameters: id
-- Rows: in_flight, as counted
-- Locks: the partition, held already
-- Index: gate_partition_pkey, job_lease (all jobs in flight), lane_pkey
update gate_partition p
set in_flight = (select count(*) from job j join lane l on l.id = j.lane_id where j.state = 'admitted' and p.id = any (l.partitions))
where p.id = :id
returning in_flight
