-- Collects marked lanes that no job, arrival or tick needs, and marks their shares and partitions; takes the marks of the others away.
-- Parameters: policy, limit
-- Rows: looked, collected
-- Locks: the marks, skipping those that somebody takes away; then the lanes, which nobody else writes: the policy is held. Whoever has not seen a mark has ended (fence), so this statement sees his jobs.
-- Index: retiring_policy, lane_pkey, job_pick, job_scheduled, job_lease (all jobs in flight, once), arrival_policy
with marked as materialized (
  select id from retiring
  where kind = 'lane' and policy_id = :policy and fence <= pg_snapshot_xmin(pg_current_snapshot())
  order by marked_at
  limit :limit
  for update skip locked
), gone as (
  delete from lane l
  where l.id = any (array(select id from marked)) and l.policy_id = :policy
    and l.pending = 0 and not l.ready and l.blocked_by is null
    and not exists (select from job j where j.state = 'pending' and j.lane_id = l.id)
    and not exists (select from job j where j.state = 'scheduled' and j.policy_id = l.policy_id and j.lane_id = l.id)
    and l.id not in (select j.lane_id from job j where j.state = 'admitted')
    and l.id not in (select u.lane from arrival a, unnest(a.lanes) as u (lane) where a.policy_id = :policy)
  returning l.share_id, l.partitions
), unmarked as (
  delete from retiring where kind = 'lane' and id = any (array(select id from marked))
), next as (
  insert into retiring (kind, id, policy_id)
  select 'share', share_id, :policy::integer from gone
  union
  select 'partition', p.id, p.policy_id from gone, unnest(gone.partitions) as u (id), gate_partition p where p.id = u.id and p.policy_id = :policy
  on conflict (kind, id) do nothing
)
select (select count(*) from marked) as looked, (select count(*) from gone) as collected
