-- Tells of jobs that were buried, in the transaction that buries them.
-- Parameters: ids bigint[]
-- Rows: none
-- Locks: the new rows
-- Index: dead_job_pkey, policy_pkey
insert into event_outbox (type, body)
select 'JobDead', json_build_object(
  'jobId', d.id::text, 'jobKey', d.job_key, 'policy', p.name, 'namespace', d.namespace, 'attempt', d.attempt, 'cause', d.cause,
  'error', left(d.last_error, 500), 'at', (extract(epoch from d.died_at) * 1000)::bigint)
from dead_job d
left join policy p on p.id = d.policy_id
where d.id = any (:ids::bigint[])
order by d.id
