-- The living jobs that hold these keys.
-- Parameters: arrays of the same length: policies, job_keys, dedupe_keys (null = none), intake_ids (null = none)
-- Rows: position (from 1), id, same_message (whether it came from the same intake message)
-- Locks: none
-- Index: job_key_alive, job_dedupe_alive, job_intake
select u.position, j.id, coalesce(j.intake_id = u.intake_id, false) as same_message
from unnest(:policies::integer[], :job_keys::text[], :dedupe_keys::text[], :intake_ids::uuid[])
       with ordinality as u (policy_id, job_key, dedupe_key, intake_id, position)
cross join lateral (
  select id, intake_id from job where job.policy_id = u.policy_id and job.job_key = u.job_key
  union all
  select id, intake_id from job where job.policy_id = u.policy_id and job.dedupe_key = u.dedupe_key
  union all
  select id, intake_id from job where job.intake_id = u.intake_id) as j
order by u.position, same_message desc
