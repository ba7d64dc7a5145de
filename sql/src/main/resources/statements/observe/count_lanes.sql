-- How many lanes of a policy match, counted no further than a bound.
-- Parameters: policy_id integer, gate text or null, pattern text (LIKE, escaped) or null, bound integer
-- Rows: lanes
-- Locks: none
-- Index: lane_policy_id_share_id_partitions_keying_version_key, share_pkey, gate_partition_pkey
select count(*) as lanes
from (select 1
      from lane l
      join share s on s.id = l.share_id
      left join gate_partition b on b.id = l.blocked_by
      where l.policy_id = :policy_id
        and (cast(:gate as text) is null or b.gate = :gate)
        and (cast(:pattern as text) is null or s.key ilike :pattern escape '\')
      limit :bound) counted
