-- Ids of shares.
-- Parameters: policy; namespaces, keys, arrays of the same length
-- Rows: position (from 1), id
-- Locks: none
-- Index: share_policy_id_namespace_key_key
select u.position, s.id
from unnest(:namespaces::text[], :keys::text[]) with ordinality as u (namespace, key, position)
join share s on s.policy_id = :policy and s.namespace = u.namespace and s.key = u.key
