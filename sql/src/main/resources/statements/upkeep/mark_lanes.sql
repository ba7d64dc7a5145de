-- Marks lanes of a stretch that nothing came into for long.
-- Parameters: idle_ms; after (lane), limit (lanes looked at)
-- Rows: looked, marked, last (the last lane looked at; null if none)
-- Locks: the new marks; a mark is a hint, whether the lane may go is decided when it is collected
-- Index: lane_pkey, job_scheduled
with stretch as materialized (
  select id, policy_id, pending, ready, blocked_by, folded_at from lane where id > :after order by id limit :limit
), marked as (
  insert into retiring (kind, id, policy_id)
  select 'lane', s.id, s.policy_id
  from stretch s
  where s.pending = 0 and not s.ready and s.blocked_by is null
    and s.folded_at < clock_timestamp() - :idle_ms::bigint * interval '1 millisecond'
    and not exists (select from job j where j.state = 'scheduled' and j.policy_id = s.policy_id and j.lane_id = s.id)
  order by s.id
  on conflict (kind, id) do nothing
  returning 1
)
select (select count(*) from stretch) as looked, (select count(*) from marked) as marked, (select max(id) from stretch) as last
