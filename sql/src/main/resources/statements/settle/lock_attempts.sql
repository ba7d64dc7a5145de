-- Locks the jobs in flight that these words are about; a word on another attempt than the current one finds nothing.
-- Parameters: ids bigint[], attempts integer[], arrays of the same length
-- Rows: id, attempt, failures, policy_id, lane_id, admitted_at, now (the database's clock), partitions (of its lane), lane_unseen (a tick moved the job, while this statement waited, to a lane that its snapshot does not see: ask again)
-- Locks: the jobs in flight, by id; before any partition
-- Index: job_pkey, lane_pkey
with locked as materialized (
  select j.id, j.attempt, j.failures, j.policy_id, j.lane_id, j.admitted_at
  from job j
  join unnest(:ids::bigint[], :attempts::integer[]) as u (id, attempt) on u.id = j.id and u.attempt = j.attempt
  where j.state = 'admitted'
  order by j.id
  for update of j
)
select k.*, clock_timestamp() as now, l.partitions, l.id is null as lane_unseen
from locked k
left join lane l on l.id = k.lane_id
