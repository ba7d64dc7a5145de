-- Figures of a policy, or of all, in each of the last 60 minutes; null where there are none, since a gap is not a zero.
-- Parameters: policy_id integer or null for all
-- Rows: 60, oldest first: minute, accepted, admitted, finished, failed, dead, expired, started, lag_ms (sum)
-- Locks: none
-- Index: policy_minute_pkey, a step for each policy and minute
select s.minute, m.accepted, m.admitted, m.finished, m.failed, m.dead, m.expired, m.started, m.lag_ms
from (select date_trunc('minute', clock_timestamp()) - (59 - n) * interval '1 minute' as minute from generate_series(0, 59) as n) s
left join lateral (
  select sum(f.accepted) as accepted, sum(f.admitted) as admitted, sum(f.finished) as finished, sum(f.failed) as failed, sum(f.dead) as dead,
         sum(f.expired) as expired, sum(f.started) as started, sum(f.lag_ms)::bigint as lag_ms
  from policy p
  join policy_minute f on f.policy_id = p.id and f.minute = s.minute
  where cast(:policy_id as integer) is null or p.id = :policy_id) m on true
order by s.minute
