-- Stages jobs; one that has the key of a living job, or whose intake message is staged, is left out.
-- Parameters: arrays of the same length: ids, policies, lanes, priorities, not_befores, expiries (null = none), namespaces, job_keys, dedupe_keys, intake_ids, heads, bodies
-- Rows: id, scheduled (whether the job is not due yet), of the jobs really staged
-- Locks: none, but waits for another stager of the same key to commit; callers sort by key, so that two of them can't wait for each other
-- Index: unique indexes job_intake, job_key_alive, job_dedupe_alive
insert into job (id, policy_id, lane_id, state, priority, eligible_at, expires_at, staged_at, intake_id, namespace, job_key, dedupe_key, head, body)
select u.id, u.policy_id, u.lane_id,
       case when u.not_before > c.now then 'scheduled'::job_state else 'pending'::job_state end,
       u.priority, greatest(u.not_before, c.now), u.expires_at, c.now, u.intake_id, u.namespace, u.job_key, u.dedupe_key, u.head, u.body
from unnest(:ids::bigint[], :policies::integer[], :lanes::bigint[], :priorities::integer[], :not_befores::timestamptz[], :expiries::timestamptz[],
            :namespaces::text[], :job_keys::text[], :dedupe_keys::text[], :intake_ids::uuid[], :heads::bytea[], :bodies::bytea[])
       as u (id, policy_id, lane_id, priority, not_before, expires_at, namespace, job_key, dedupe_key, intake_id, head, body),
     (select clock_timestamp() as now offset 0) as c
on conflict do nothing
returning id, state = 'scheduled' as scheduled
