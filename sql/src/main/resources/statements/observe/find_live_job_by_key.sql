-- The live job that carries a producer's key.
-- Parameters: policy_id integer, job_key text
-- Rows: id; none if no such job is alive
-- Locks: none
-- Index: job_key_alive
select id from job where policy_id = :policy_id and job_key = :job_key
