-- Makes the shares that do not exist yet.
-- Parameters: policy; namespaces, keys, weights, arrays of the same length
-- Rows: none
-- Locks: the new rows; in order of namespace and key. Rows that are there are left out beforehand: a conflict with one that a tick is updating would wait for the tick
-- Index: namespace_turn_policy_id_namespace_key, share_policy_id_turn_id_key_key (a look-up for each row: "not exists" becomes a join, which may read all of them for each)
insert into share (policy_id, namespace, key, weight, turn_id)
select :policy, u.namespace, u.key, u.weight, t.id
from unnest(:namespaces::text[], :keys::text[], :weights::float8[]) as u (namespace, key, weight)
join namespace_turn t on t.policy_id = :policy and t.namespace = u.namespace
where (select s.id from share s where s.policy_id = :policy and s.turn_id = t.id and s.key = u.key) is null
order by u.namespace, u.key
on conflict (policy_id, turn_id, key) do nothing
