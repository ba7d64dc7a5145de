-- Which gate partitions the jobs of these lanes hold slots of. A lane's partitions never change.
-- Parameters: lanes bigint[]
-- Rows: id, partitions
-- Locks: none
-- Index: lane_pkey
select id, partitions from lane where id = any (:lanes::bigint[])
