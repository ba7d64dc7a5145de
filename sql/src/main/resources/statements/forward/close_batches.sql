-- Closes batches that the broker has taken.
-- Parameters: batches bigint[]
-- Rows: none
-- Locks: the batch rows, by id
-- Index: admission_batch_pkey
update admission_batch
set forwarded_at = clock_timestamp()
where id = any (array(select id from admission_batch where id = any (:batches::bigint[]) and forwarded_at is null order by id for update))
