-- Admits these waiting jobs, whatever the gates say.
-- Parameters: batch; now; lease_ms; ids bigint[]
-- Rows: id, lane_id, attempt of the jobs really admitted, in no order
-- Locks: the jobs; after the partitions
-- Index: job_pkey
update job
set state = 'admitted', attempt = attempt + 1, batch_id = :batch, admitted_at = :now, lease_expires_at = :now::timestamptz + :lease_ms * interval '1 millisecond'
where id = any (:ids::bigint[]) and state = 'pending'
returning id, lane_id, attempt
