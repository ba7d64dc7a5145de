-- The state that events tell of and the last number that is part of it, in one snapshot. Figures of namespaces are those last told.
-- Parameters: platform_ceiling integer or null
-- Rows: seq, epoch, observed_at (ms, the last sample), namespaces, policies (JSON arrays as text)
-- Locks: none
-- Index: event_cursor_pkey; reads every namespace and every policy's row once
select c.seq, c.epoch,
       (select (extract(epoch from s.moved_at) * 1000)::bigint from event_cursor s where s.name = 'quota') as observed_at,
       coalesce((select json_agg(json_build_object(
                   'namespace', n.name,
                   'inFlight', coalesce(q.in_flight, n.in_flight),
                   'ceiling', case when q.namespace is null then coalesce(n.max_in_flight, :platform_ceiling::integer) else q.ceiling end)
                   order by n.name)
                 from namespace_state n
                 left join quota_told q on q.namespace = n.name), '[]')::text as namespaces,
       coalesce((select json_agg(json_build_object('policy', p.name, 'version', p.version, 'paused', p.paused) order by p.name)
                 from policy p), '[]')::text as policies
from event_cursor c
where c.name = 'numbered'
