-- What policies did: totals that only grow, denials, queue lags and ticks of the last five minutes, the last minute, the outbox. No job is counted.
-- Parameters: name text or null for all
-- Rows: id, name, admitted, failed, died, stale, started, lag_ms (totals), denied (JSON object, totals by reason), lags (JSON object, attempts by LagBuckets), ticks, tick_mean_ms, tick_p95_ms, tick_max_ms (null without ticks; of the last 200 that admitted something), accepted_1m, admitted_1m, finished_1m, failed_1m, died_1m, admitted_since (the begin of the last full minute), open_batches, open_since, unforwarded (jobs not taken for 10 s), unseen (batches staged more than 10 s ago, at most 10,000), held_by (what holds the oldest pending job now, null = nothing, or what is due to be looked at again for 10 s), held_in_flight (of the partition that it waits for)
-- Locks: none
-- Index: policy_total_pkey, policy_minute_pkey, denial_total_pkey, denial_minute_pkey, lag_minute_pkey, admission_batch_policy, admission_batch_open, arrival_policy, job_oldest, lane_pkey, gate_partition_pkey, waiter_pkey
with open as (
  select policy_id, count(*) as batches, min(admitted_at) as since,
         coalesce(sum(cardinality(jobs)) filter (where admitted_at < clock_timestamp() - interval '10 seconds'), 0) as unforwarded
  from admission_batch
  where forwarded_at is null
  group by policy_id
)
select p.id, p.name,
       coalesce(t.admitted, 0) + m.admitted as admitted, coalesce(t.failed, 0) + m.failed as failed, coalesce(t.died, 0) + m.died as died,
       coalesce(t.stale, 0) + m.stale as stale, coalesce(t.started, 0) + m.started as started, coalesce(t.lag_ms, 0) + m.lag_ms as lag_ms,
       coalesce(d.denied, '{}') as denied, coalesce(l.lags, '{}') as lags,
       k.ticks, k.mean_ms as tick_mean_ms, k.p95_ms as tick_p95_ms, k.max_ms as tick_max_ms,
       coalesce(f.accepted, 0) as accepted_1m, coalesce(f.admitted, 0) as admitted_1m, coalesce(f.finished, 0) as finished_1m,
       coalesce(f.failed, 0) as failed_1m, coalesce(f.dead, 0) as died_1m, coalesce(f.admitted, 0) + coalesce(c.admitted, 0) as admitted_since,
       coalesce(o.batches, 0) as open_batches, o.since as open_since, coalesce(o.unforwarded, 0) as unforwarded, u.unseen,
       h.held_by, coalesce(h.in_flight, 0) as held_in_flight
from policy p
left join policy_total t on t.policy_id = p.id
left join open o on o.policy_id = p.id
left join policy_minute f on f.policy_id = p.id and f.minute = date_trunc('minute', clock_timestamp()) - interval '1 minute'
left join policy_minute c on c.policy_id = p.id and c.minute = date_trunc('minute', clock_timestamp())
cross join lateral (
  select coalesce(sum(admitted), 0) as admitted, coalesce(sum(failed), 0) as failed, coalesce(sum(dead), 0) as died, coalesce(sum(stale), 0) as stale,
         coalesce(sum(started), 0) as started, coalesce(sum(lag_ms), 0) as lag_ms
  from policy_minute where policy_id = p.id and minute > coalesce(t.through, '-infinity')) m
left join lateral (
  select jsonb_object_agg(reason, lanes)::text as denied
  from (select reason, sum(lanes) as lanes
        from (select reason, lanes from denial_total where policy_id = p.id
              union all
              select reason, lanes from denial_minute where policy_id = p.id and minute > coalesce(t.through, '-infinity')) as parts
        group by reason) r) d on true
left join lateral (
  select jsonb_object_agg(bucket, attempts)::text as lags
  from (select bucket, sum(attempts) as attempts from lag_minute
        where policy_id = p.id and minute > clock_timestamp() - interval '5 minutes' group by bucket) b) l on true
cross join lateral (
  select count(*) as ticks, avg(duration_ms) as mean_ms, percentile_disc(0.95) within group (order by duration_ms) as p95_ms, max(duration_ms) as max_ms
  from (select admitted_at, duration_ms from admission_batch where policy_id = p.id order by id desc limit 200) as last
  where admitted_at > clock_timestamp() - interval '5 minutes' and duration_ms is not null) k
cross join lateral (
  select count(*) as unseen
  from (select from arrival where policy_id = p.id and at < clock_timestamp() - interval '10 seconds' limit 10000) a) u
left join lateral (
  select q.in_flight,
         case when q.paused then 'PAUSED'
              when q.closed_until > clock_timestamp() then 'THROTTLE'
              when q.policy_id = 0 then 'QUOTA'
              else case g.gate ->> 'type' when 'throttle' then 'THROTTLE' when 'concurrency' then 'CONCURRENCY'
                                          when 'globalCap' then 'GLOBAL_CAP' when 'adaptiveConcurrency' then 'ADAPTIVE' end end as held_by
  from (select lane_id from job where policy_id = p.id and state = 'pending' order by eligible_at limit 1) j
  join lane n on n.id = j.lane_id
  join gate_partition q on q.id = any (case when n.blocked_by is null then n.partitions else array[n.blocked_by] end)
  join waiter w on w.partition_id = q.id and w.policy_id = p.id
  left join lateral (
    select e.gate from policy_version v, jsonb_array_elements(v.definition -> 'gates') as e (gate)
    where v.policy_id = p.id and v.version = p.version and e.gate ->> 'name' = q.gate) g on true
  -- A partition without key that is closed holds the whole policy: its lanes do not sleep on it one by one.
  where (w.wake_at is null or w.wake_at > clock_timestamp() - interval '10 seconds')
    and (n.blocked_by is not null or (q.policy_id <> 0 and g.gate ->> 'key' is null))
  order by q.id
  limit 1) h on true
where cast(:name as text) is null or p.name = :name
order by p.name
