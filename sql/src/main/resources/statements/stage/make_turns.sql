-- Makes the turns of namespaces in a policy's fair order that do not exist yet.
-- Parameters: policy; namespaces text[]
-- Rows: none
-- Locks: the new rows; in order of namespace. Rows that are there are left out beforehand: a conflict with one that a tick is updating would wait for the tick
-- Index: namespace_turn_policy_id_namespace_key (a look-up for each row: "not exists" becomes a join, which may read all of them for each)
insert into namespace_turn (policy_id, namespace)
select :policy, u.namespace
from unnest(:namespaces::text[]) as u (namespace)
where (select t.id from namespace_turn t where t.policy_id = :policy and t.namespace = u.namespace) is null
order by u.namespace
on conflict (policy_id, namespace) do nothing
