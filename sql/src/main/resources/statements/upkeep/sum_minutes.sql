-- Adds the minutes that are over to the policies' totals, which only grow; a minute that may still get something waits.
-- Parameters: none
-- Rows: one: policies (whose totals grew)
-- Locks: the totals; nobody else writes them, since the chore's row is held
-- Index: policy_minute_pkey, denial_minute_pkey, tally_policy, policy_total_pkey
with span as (
  select p.id, coalesce(t.through, '-infinity') as begun,
         date_trunc('minute', least(clock_timestamp() - interval '5 minutes',
                                    (select at from tally where policy_id = p.id order by id limit 1) - interval '1 minute')) as through
  from policy p left join policy_total t on t.policy_id = p.id
), grown as (
  select s.id, s.begun, s.through, m.*
  from span s
  cross join lateral (
    select coalesce(sum(admitted), 0) as admitted, coalesce(sum(failed), 0) as failed, coalesce(sum(dead), 0) as died, coalesce(sum(stale), 0) as stale,
           coalesce(sum(started), 0) as started, coalesce(sum(lag_ms), 0) as lag_ms
    from policy_minute where policy_id = s.id and minute > s.begun and minute <= s.through) m
  where s.through > s.begun
), denied as (
  insert into denial_total as d (policy_id, reason, lanes)
  select m.policy_id, m.reason, sum(m.lanes)
  from grown g join denial_minute m on m.policy_id = g.id and m.minute > g.begun and m.minute <= g.through
  group by 1, 2
  on conflict (policy_id, reason) do update set lanes = d.lanes + excluded.lanes
), totals as (
  insert into policy_total as t (policy_id, through, admitted, failed, died, stale, started, lag_ms)
  select id, through, admitted, failed, died, stale, started, lag_ms from grown
  on conflict (policy_id) do update
  set through = excluded.through, admitted = t.admitted + excluded.admitted, failed = t.failed + excluded.failed, died = t.died + excluded.died,
      stale = t.stale + excluded.stale, started = t.started + excluded.started, lag_ms = t.lag_ms + excluded.lag_ms
  returning 1
)
select count(*) as policies from totals
