-- Jobs that are over, youngest first: one stretch of history, however few of it match.
-- Parameters: policy_id integer or null for all, ending text, before_id bigint: older than this job, stretch integer: rows looked at, limit integer
-- Rows: id, state, policy, namespace, job_key, priority (null), attempt, failures (null), at (end), looked_to: where to go on
-- Locks: none
-- Index: finished_job_id of each day, read backwards and no further than stretch
with stretch as (
  select id, policy_id, ending, attempt, namespace, job_key, ended_at
  from finished_job
  where id < cast(:before_id as bigint)
  order by id desc
  limit :stretch
)
select s.id, s.ending::text as state, p.name as policy, s.namespace, s.job_key, cast(null as integer) as priority, s.attempt,
       cast(null as integer) as failures, s.ended_at as at
from stretch s
left join policy p on p.id = s.policy_id
where s.ending = cast(:ending as job_ending)
  and (cast(:policy_id as integer) is null or s.policy_id = :policy_id)
order by s.id desc
limit :limit
