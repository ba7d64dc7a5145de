-- Prunes a stretch of the history that is in no day's partition.
-- Parameters: keep_ms; after (job id), limit (rows looked at)
-- Rows: looked, pruned, last (the last job looked at; null if none)
-- Locks: the rows pruned; nobody else changes them
-- Index: finished_job_rest_id_idx
with stretch as materialized (
  select ctid as place, id, ended_at from finished_job_rest where id > :after order by id limit :limit
), pruned as (
  delete from finished_job_rest
  where ctid = any (array(select place from stretch where ended_at < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond'))
  returning 1
)
select (select count(*) from stretch) as looked, (select count(*) from pruned) as pruned, (select max(id) from stretch) as last
