-- Takes a block of 500 job ids for this node.
-- Parameters: none
-- Rows: first, the first id of the block
-- Locks: none
-- Index: none
select nextval('job_id') as first
