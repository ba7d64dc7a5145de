-- What happened in the last full minute, over all policies.
-- Parameters: none
-- Rows: accepted, admitted, finished, failed, dead, expired, stale (a minute), lag_ms (sum), started
-- Locks: none
-- Index: policy_minute_pkey through the policies, of which there are few
select coalesce(sum(m.accepted), 0) as accepted, coalesce(sum(m.admitted), 0) as admitted,
       coalesce(sum(m.finished), 0) as finished, coalesce(sum(m.failed), 0) as failed, coalesce(sum(m.dead), 0) as dead,
       coalesce(sum(m.expired), 0) as expired, coalesce(sum(m.stale), 0) as stale,
       coalesce(sum(m.lag_ms), 0) as lag_ms, coalesce(sum(m.started), 0) as started
from policy p
left join policy_minute m
  on m.policy_id = p.id and m.minute = date_trunc('minute', clock_timestamp()) - interval '1 minute'
