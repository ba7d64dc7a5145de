-- Collects marked shares that have no lane and no lead over the others that would be forgotten; takes the marks of those with a lane away, lets the rest wait.
-- Parameters: policy, limit
-- Rows: looked, collected
-- Locks: the marks, skipping those that somebody takes away; then the shares, which nobody else writes: the policy is held
-- Index: retiring_policy, share_pkey, namespace_turn_pkey, lane_policy_id_share_id_partitions_keying_version_key
with marked as materialized (
  select id from retiring
  where kind = 'share' and policy_id = :policy and fence <= pg_snapshot_xmin(pg_current_snapshot())
  order by marked_at
  limit :limit
  for update skip locked
), used as materialized (
  select m.id from marked m where exists (select from lane l where l.policy_id = :policy and l.share_id = m.id)
), gone as (
  delete from share s
  using policy p, namespace_turn t
  where t.id = s.turn_id and s.id = any (array(select id from marked except select id from used)) and p.id = :policy and s.policy_id = p.id
    and not s.ready and (s.virtual_time <= t.share_time or p.pending = 0)
  returning s.id
), unmarked as (
  delete from retiring
  where kind = 'share' and id = any (array(select id from used union select id from gone))
), later as (
  update retiring set marked_at = clock_timestamp()
  where kind = 'share' and id = any (array(select id from marked except select id from used except select id from gone))
)
select (select count(*) from marked) as looked, (select count(*) from gone) as collected
