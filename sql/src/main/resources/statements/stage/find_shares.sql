-- Ids of shares.
-- Parameters: policy; namespaces, keys, arrays of the same length
-- Rows: position (from 1), id
-- Locks: none
-- Index: namespace_turn_policy_id_namespace_key, share_policy_id_turn_id_key_key
select u.position, s.id
from unnest(:namespaces::text[], :keys::text[]) with ordinality as u (namespace, key, position)
join namespace_turn t on t.policy_id = :policy and t.namespace = u.namespace
join share s on s.policy_id = :policy and s.turn_id = t.id and s.key = u.key
