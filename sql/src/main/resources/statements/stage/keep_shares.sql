-- Takes the marks of shares away that were about to be collected.
-- Parameters: policy; namespaces, keys, arrays of the same length
-- Rows: none
-- Locks: the marks, by id; waits for a collector that has them, and then finds the shares gone in the next statement
-- Index: namespace_turn_policy_id_namespace_key, share_policy_id_turn_id_key_key, retiring_pkey, share_pkey
delete from retiring
where kind = 'share' and id = any (array(
  select r.id
  from unnest(:namespaces::text[], :keys::text[]) as u (namespace, key)
  join namespace_turn t on t.policy_id = :policy and t.namespace = u.namespace
  join share s on s.policy_id = :policy and s.turn_id = t.id and s.key = u.key
  join retiring r on r.kind = 'share' and r.id = s.id
  order by r.id
  for update of r))
