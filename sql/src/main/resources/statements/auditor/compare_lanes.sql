-- Compares what lanes and arrivals say waits with the jobs that wait, and looks for lanes with work that nothing will wake. One statement, so one snapshot.
-- Parameters: after, last (lanes)
-- Rows: id, policy_id, told, counted, forgotten (work, but neither ready nor asleep on a partition that wakes it), of lanes where something is wrong
-- Locks: none
-- Index: lane_pkey, job_pick, waiter_pkey, share_pkey, namespace_turn_pkey; arrivals not folded yet are few
with unfolded as materialized (
  select u.lane, sum(u.n) as n
  from arrival a, unnest(a.lanes, a.counts) as u (lane, n)
  group by u.lane
), compared as (
  select l.id, l.policy_id, l.pending + coalesce(a.n, 0) as told,
         (select count(*) from job j where j.state = 'pending' and j.lane_id = l.id) as counted,
         l.pending > 0 and l.keying_version = p.keying_version and not p.rekeying
           and case when l.ready then not (s.ready and t.ready)
                    when l.blocked_by is null then true
                    else not exists (select from waiter w where w.partition_id = l.blocked_by and w.policy_id = l.policy_id) end as forgotten
  from lane l
  join policy p on p.id = l.policy_id
  join share s on s.id = l.share_id
  join namespace_turn t on t.id = s.turn_id
  left join unfolded a on a.lane = l.id
  where l.id > :after and l.id <= :last
)
select id, policy_id, told, counted, forgotten from compared where told <> counted or forgotten order by id
