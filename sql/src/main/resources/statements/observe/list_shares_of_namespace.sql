-- Shares of a namespace that have waiting jobs, most of them first.
-- Parameters: namespace text, limit integer
-- Rows: policy, share, weight, pending (as folded so far), lanes
-- Locks: none
-- Index: namespace_turn_policy_id_namespace_key and share_policy_id_turn_id_key_key for each policy, lane_policy_id_share_id_partitions_keying_version_key for each share
select p.name as policy, s.key as share, s.weight, sum(l.pending)::bigint as pending, count(*)::bigint as lanes
from policy p
join namespace_turn t on t.policy_id = p.id and t.namespace = :namespace
join share s on s.policy_id = p.id and s.turn_id = t.id
join lane l on l.policy_id = s.policy_id and l.share_id = s.id and l.pending > 0
group by p.name, s.key, s.weight
order by pending desc, p.name, s.key
limit :limit
