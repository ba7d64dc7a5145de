-- Locks attempts whose lease has ended: nobody said a word in time.
-- Parameters: admitted_since: older attempts are left alone; limit
-- Rows: id, attempt
-- Locks: the jobs, skipping those that somebody else is settling
-- Index: job_lease
select id, attempt
from job
where state = 'admitted' and lease_expires_at <= clock_timestamp() and admitted_at >= :admitted_since
order by lease_expires_at
limit :limit
for update skip locked
