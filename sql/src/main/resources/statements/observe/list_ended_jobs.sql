-- Jobs that are over, youngest first: one stretch of history, however few of it match.
-- Parameters: policy_id integer or null for all, namespace text or null for all, ending text, before_id bigint: older than this job, stretch integer: rows looked at, limit integer
-- Rows: id, state, policy, namespace, job_key, priority (null), attempt, at (end); the last one has an empty state and only the id that the stretch ended with, when there is history behind it
-- Locks: none
-- Index: finished_job_id of each day, read backwards and no further than stretch
with stretch as materialized (
  select id, policy_id, ending, attempt, namespace, job_key, ended_at
  from finished_job
  where id < cast(:before_id as bigint)
  order by id desc
  limit :stretch
), found as (
  select s.id, s.ending::text as state, p.name as policy, s.namespace, s.job_key, s.attempt, s.ended_at
  from stretch s
  left join policy p on p.id = s.policy_id
  where s.ending = cast(:ending as job_ending)
    and (cast(:policy_id as integer) is null or s.policy_id = :policy_id)
    and (cast(:namespace as text) is null or s.namespace = :namespace)
  order by s.id desc
  limit :limit
), ended as (
  select min(id) as id from stretch
  having count(*) = :stretch
    and exists (select 1 from finished_job f where f.id < (select min(s.id) from stretch s))
)
select id, state, policy, namespace, job_key, cast(null as integer) as priority, attempt, ended_at as at, 0 as part
from found
union all
select id, '', null, '', null, null, 0, null, 1
from ended
order by part, id desc
