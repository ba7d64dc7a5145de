-- Makes dead jobs wait in lanes again, with all their attempts before them; one whose key is alive stays dead.
-- Parameters: ids, lanes, arrays of the same length
-- Rows: id, of the jobs that wait again
-- Locks: the dead jobs, held already; waits for a stager of the same key to commit, callers sort by key
-- Index: dead_job_pkey, unique indexes job_key_alive and job_dedupe_alive
with back as (
  insert into job (id, policy_id, lane_id, state, priority, attempt, failures, eligible_at, expires_at, staged_at, namespace, job_key, dedupe_key, last_error, head, body)
  select d.id, d.policy_id, u.lane_id, 'pending', d.priority, d.attempt, 0, clock_timestamp(), d.expires_at, d.staged_at, d.namespace, d.job_key, d.dedupe_key, d.last_error, d.head, d.body
  from unnest(:ids::bigint[], :lanes::bigint[]) with ordinality as u (id, lane_id, position)
  join dead_job d on d.id = u.id
  order by u.position
  on conflict do nothing
  returning id
)
delete from dead_job where id in (select id from back) returning id
