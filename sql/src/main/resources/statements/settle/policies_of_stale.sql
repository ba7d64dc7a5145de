-- Which policies late or repeated words are about: their jobs have another attempt by now, or are over.
-- Parameters: ids bigint[]
-- Rows: policy_id, words (how many)
-- Locks: none
-- Index: job_pkey, dead_job_pkey, finished_job_id of each day; only for words that are stale
select policy_id, count(*) as words
from unnest(:ids::bigint[]) as u (id)
cross join lateral (
  select policy_id from job where job.id = u.id
  union all
  select policy_id from dead_job where dead_job.id = u.id
  union all
  select policy_id from finished_job where finished_job.id = u.id
  limit 1) as j
group by policy_id
order by policy_id
