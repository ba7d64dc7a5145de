-- One job, wherever it is: alive, dead or over.
-- Parameters: id bigint, with_body boolean: the body is read only then
-- Rows: id, state, policy, namespace, job_key, dedupe_key, priority, attempt, failures, staged_at, eligible_at, expires_at, admitted_at, lease_expires_at, started_at, ended_at, cause, last_error, head, body, body_length; none if there is no such job
-- Locks: none
-- Index: job_pkey, dead_job_pkey, finished_job_id
select j.id, j.state::text as state, p.name as policy, j.namespace, j.job_key, j.dedupe_key, j.priority::integer as priority,
       j.attempt, j.failures, j.staged_at, j.eligible_at, j.expires_at, j.admitted_at, j.lease_expires_at,
       cast(null as timestamptz) as started_at, cast(null as timestamptz) as ended_at, cast(null as text) as cause, j.last_error,
       j.head, case when :with_body then j.body end as body, octet_length(j.body) as body_length
from job j left join policy p on p.id = j.policy_id
where j.id = :id
union all
select d.id, 'dead', p.name, d.namespace, d.job_key, d.dedupe_key, d.priority::integer,
       d.attempt, d.failures, d.staged_at, null, d.expires_at, d.admitted_at, null,
       null, d.died_at, d.cause, d.last_error,
       d.head, case when :with_body then d.body end, octet_length(d.body)
from dead_job d left join policy p on p.id = d.policy_id
where d.id = :id
union all
select f.id, f.ending::text, p.name, f.namespace, f.job_key, null, null,
       f.attempt, null, f.staged_at, null, null, f.admitted_at, null,
       f.started_at, f.ended_at, null, null,
       null, null, null
from finished_job f left join policy p on p.id = f.policy_id
where f.id = :id
limit 1
