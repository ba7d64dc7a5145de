-- Folds the oldest tallies into the policy's figures per minute.
-- Parameters: policy, limit (most tallies)
-- Rows: one: sums scheduled, in_flight, finished, dead, cancelled, expired
-- Locks: none that anybody waits for: the policy is held
-- Index: tally_policy, policy_minute_pkey
with gone as (
  delete from tally
  where ctid = any (array(select ctid from tally where policy_id = :policy order by id limit :limit))
  returning *
), minutes as (
  insert into policy_minute as m (policy_id, minute, finished, failed, dead, expired, stale, lag_ms, started)
  select :policy, date_trunc('minute', at), sum(finished), sum(failed), sum(greatest(dead, 0)), sum(expired), sum(stale), sum(lag_ms), sum(started)
  from gone
  group by 2
  having sum(finished) + sum(failed) + sum(greatest(dead, 0)) + sum(expired) + sum(stale) + sum(started) > 0
  on conflict (policy_id, minute) do update
  set finished = m.finished + excluded.finished, failed = m.failed + excluded.failed, dead = m.dead + excluded.dead,
      expired = m.expired + excluded.expired, stale = m.stale + excluded.stale, lag_ms = m.lag_ms + excluded.lag_ms, started = m.started + excluded.started
)
select coalesce(sum(scheduled), 0) as scheduled, coalesce(sum(in_flight), 0) as in_flight, coalesce(sum(finished), 0) as finished,
       coalesce(sum(dead), 0) as dead, coalesce(sum(cancelled), 0) as cancelled, coalesce(sum(expired), 0) as expired
from gone
