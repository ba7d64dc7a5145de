-- Figures of policies, in one snapshot and without counting a job: the policy's row, plus what its tick has not folded yet.
-- Parameters: name text or null for all, after text: names behind this one, limit integer
-- Rows: id, name, version, paused, in_files, document (JSON), accepted, pending, scheduled, in_flight, finished, dead, cancelled, expired, completed_24h, failed_24h, oldest_eligible_at, stale, denied_by_reason (JSON object), fair_lag and fair_bound (of the tick of 24 hours that came nearest to its bound), last_tick_at, read_at
-- Locks: none
-- Index: policy_name_key, arrival_policy, tally_policy, policy_minute_pkey, job_oldest, denial_minute_pkey
select p.id, p.name, p.version, p.paused, p.in_files, v.definition::text as document,
       p.accepted + a.accepted as accepted,
       p.pending + a.pending as pending,
       p.scheduled + a.scheduled + t.scheduled as scheduled,
       p.in_flight + t.in_flight as in_flight,
       p.finished + t.finished as finished,
       p.dead + t.dead as dead,
       p.cancelled + t.cancelled as cancelled,
       p.expired + t.expired as expired,
       m.finished + t.finished as completed_24h,
       m.failed + t.failed as failed_24h,
       o.eligible_at as oldest_eligible_at,
       coalesce(o.eligible_at < clock_timestamp() - interval '1 hour', false) as stale,
       coalesce(d.by_reason, '{}') as denied_by_reason,
       coalesce(f.fair_lag, 0) as fair_lag, coalesce(f.fair_bound, 0) as fair_bound,
       p.last_tick_at,
       clock_timestamp() as read_at
from policy p
left join policy_version v on v.policy_id = p.id and v.version = p.version
cross join lateral (
  select coalesce(sum(accepted), 0) as accepted, coalesce(sum(scheduled), 0) as scheduled,
         coalesce(sum((select coalesce(sum(c), 0) from unnest(counts) c)), 0) as pending
  from arrival where policy_id = p.id) a
cross join lateral (
  select coalesce(sum(scheduled), 0) as scheduled, coalesce(sum(in_flight), 0) as in_flight,
         coalesce(sum(finished), 0) as finished, coalesce(sum(failed), 0) as failed, coalesce(sum(dead), 0) as dead,
         coalesce(sum(cancelled), 0) as cancelled, coalesce(sum(expired), 0) as expired
  from tally where policy_id = p.id) t
cross join lateral (
  select coalesce(sum(finished), 0) as finished, coalesce(sum(failed), 0) as failed
  from policy_minute where policy_id = p.id and minute > clock_timestamp() - interval '24 hours') m
left join lateral (
  select fair_lag, fair_bound from policy_minute
  where policy_id = p.id and minute > clock_timestamp() - interval '24 hours' and fair_bound > 0
  order by fair_lag / fair_bound desc limit 1) f on true
left join lateral (
  select eligible_at from job where policy_id = p.id and state = 'pending' order by eligible_at limit 1) o on true
left join lateral (
  select jsonb_object_agg(reason, lanes)::text as by_reason
  from (select reason, sum(lanes) as lanes from denial_minute
        where policy_id = p.id and minute > clock_timestamp() - interval '5 minutes' group by reason) r) d on true
where (cast(:name as text) is null or p.name = :name) and p.name > :after
order by p.name
limit :limit
