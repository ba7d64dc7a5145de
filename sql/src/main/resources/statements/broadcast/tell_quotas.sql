-- Tells of the namespaces whose jobs in flight or ceiling are others than last told, and of those not told of for long.
-- Parameters: platform_ceiling integer or null; full_ms (unchanged ones are told of again after)
-- Rows: none; as many inserted as were told of
-- Locks: rows of quota_told, which only the holder of the turn writes; the new rows
-- Index: none; reads every namespace once
with clock as materialized (
  select clock_timestamp() as now
), told as (
  insert into quota_told as t (namespace, in_flight, ceiling, told_at)
  select n.name, n.in_flight, coalesce(n.max_in_flight, :platform_ceiling::integer), clock.now
  from namespace_state n
  cross join clock
  left join quota_told q on q.namespace = n.name
  where q.namespace is null
     or q.in_flight <> n.in_flight
     or q.ceiling is distinct from coalesce(n.max_in_flight, :platform_ceiling::integer)
     or q.told_at <= clock.now - :full_ms::bigint * interval '1 millisecond'
  on conflict (namespace) do update set in_flight = excluded.in_flight, ceiling = excluded.ceiling, told_at = excluded.told_at
  returning namespace, in_flight, ceiling, told_at
)
insert into event_outbox (type, body)
select 'NamespaceQuotaState', json_build_object(
  'namespace', namespace, 'inFlight', in_flight, 'ceiling', ceiling, 'observedAt', (extract(epoch from told_at) * 1000)::bigint)
from told
order by namespace
