-- Tells of a policy, in the transaction that changes it.
-- Parameters: type; policy; version integer; change, actor, reason text or null
-- Rows: none
-- Locks: the new row
-- Index: none
insert into event_outbox (type, body)
values (:type, json_build_object(
  'policy', :policy::text, 'version', :version::integer, 'change', :change::text, 'by', :actor::text, 'reason', :reason::text,
  'at', (extract(epoch from clock_timestamp()) * 1000)::bigint))
