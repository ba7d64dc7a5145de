-- Closes batches; whoever sends one does this first and commits when the broker has taken it, so no two send it at once.
-- Parameters: batches bigint[]
-- Rows: none
-- Locks: the batch rows, by id; those that are locked are left alone
-- Index: admission_batch_pkey
update admission_batch
set forwarded_at = clock_timestamp()
where id = any (array(select id from admission_batch where id = any (:batches::bigint[]) and forwarded_at is null order by id for update skip locked))
