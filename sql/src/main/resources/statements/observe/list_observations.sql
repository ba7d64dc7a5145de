-- A page of what was observed of a policy's partitions in the last 60 minutes, sorted by a figure; equal ones by gate and key, missing values last.
-- Parameters: policy_id integer, gate text or null, pattern text (LIKE, escaped) or null, bound (most minutes of partitions read, the youngest), sort text: gate, key, completed, failed, lagMean, lagMax or currentMax, descending boolean, offset integer, limit integer
-- Rows: at least one, all with total (partitions that match) and since (the first minute that was read); partition columns null where the page is empty: id, gate, key, ended, failed, started, lag_ms (sum), max_lag_ms, current_max
-- Locks: none
-- Index: partition_observation_pkey backwards, gate_partition_pkey
with recent as (
  select partition_id, minute, ended, failed, started, lag_ms, max_lag_ms, current_max
  from partition_observation
  where policy_id = :policy_id and minute > date_trunc('minute', clock_timestamp()) - interval '60 minutes'
  order by minute desc
  limit :bound
), summed as (
  select partition_id, sum(ended) as ended, sum(failed) as failed, sum(started) as started, sum(lag_ms)::bigint as lag_ms, max(max_lag_ms) as max_lag_ms,
         (array_agg(current_max order by minute desc) filter (where current_max is not null))[1] as current_max
  from recent
  group by partition_id
), matched as (
  select p.id, p.gate, p.key, s.ended, s.failed, s.started, s.lag_ms, s.max_lag_ms, s.current_max
  from summed s
  join gate_partition p on p.id = s.partition_id
  where (cast(:gate as text) is null or p.gate = :gate)
    and (cast(:pattern as text) is null or p.key ilike :pattern escape '\')
), paged as (
  select row_number() over () as place, m.*
  from (
    select *
    from matched
    order by
      case when not :descending then
        case :sort when 'completed' then ended when 'failed' then failed when 'lagMean' then lag_ms::float8 / nullif(started, 0)
                   when 'lagMax' then case when started > 0 then max_lag_ms end when 'currentMax' then current_max end end asc nulls last,
      case when :descending then
        case :sort when 'completed' then ended when 'failed' then failed when 'lagMean' then lag_ms::float8 / nullif(started, 0)
                   when 'lagMax' then case when started > 0 then max_lag_ms end when 'currentMax' then current_max end end desc nulls last,
      case when :descending and :sort = 'gate' then gate end desc,
      case when :descending and :sort = 'key' then key end desc,
      case when :sort = 'key' then key end,
      gate, key
    limit :limit offset :offset) m
)
select t.total, (select min(minute) from recent) as since, p.*
from (select count(*)::integer as total from matched) t
left join paged p on true
order by p.place
