-- Ids of shares.
-- Parameters: policy; namespaces, keys, arrays of the same length
-- Rows: namespace, key, id
-- Locks: none
-- Index: share_policy_id_namespace_key_key
select s.namespace, s.key, s.id
from unnest(:namespaces::text[], :keys::text[]) as u (namespace, key)
join share s on s.policy_id = :policy and s.namespace = u.namespace and s.key = u.key
