-- Figures per minute of the last minutes, of one policy or of all added up. A minute in which nothing happened has no row.
-- Parameters: name text or null for all, minutes integer: the one under way and those before it
-- Rows: minute, accepted, admitted, finished, failed, dead, expired, lag_ms (sum), started
-- Locks: none
-- Index: policy_minute_pkey through the policies, of which there are few
select m.minute, sum(m.accepted) as accepted, sum(m.admitted) as admitted, sum(m.finished) as finished, sum(m.failed) as failed,
       sum(m.dead) as dead, sum(m.expired) as expired, sum(m.lag_ms) as lag_ms, sum(m.started) as started
from policy p
join policy_minute m
  on m.policy_id = p.id and m.minute > date_trunc('minute', clock_timestamp()) - :minutes * interval '1 minute'
where cast(:name as text) is null or p.name = :name
group by m.minute
order by m.minute
