-- A page of a policy's lanes with the names of their share and partitions.
-- Parameters: policy_id integer, gate text or null: lanes asleep on this gate, pattern text (LIKE, escaped) or null: key of the share, sort text: key, pending or ready, descending boolean, offset integer, limit integer
-- Rows: id, namespace, share, weight, partitions (JSON array of {gate, key}), pending, ready, blocked_gate, blocked_key, wake_at
-- Locks: none
-- Index: lane_policy_id_share_id_partitions_keying_version_key for the policy; the sort reads all lanes of it
with page as (
  select l.id, l.share_id, l.partitions, l.pending, l.ready, l.blocked_by, s.namespace, s.key, s.weight
  from lane l
  join share s on s.id = l.share_id
  left join gate_partition b on b.id = l.blocked_by
  where l.policy_id = :policy_id
    and (cast(:gate as text) is null or b.gate = :gate)
    and (cast(:pattern as text) is null or s.key ilike :pattern escape '\')
  order by
    case when not :descending then case :sort when 'pending' then l.pending when 'ready' then l.ready::integer end end asc nulls last,
    case when :descending then case :sort when 'pending' then l.pending when 'ready' then l.ready::integer end end desc nulls last,
    case when :descending and :sort = 'key' then s.key end desc,
    s.key, s.namespace, l.id
  limit :limit offset :offset
)
select page.id, page.namespace, page.key as share, page.weight, page.pending, page.ready,
       (select coalesce(jsonb_agg(jsonb_build_object('gate', g.gate, 'key', g.key) order by u.n), '[]')::text
        from unnest(page.partitions) with ordinality u(id, n) join gate_partition g on g.id = u.id) as partitions,
       b.gate as blocked_gate, b.key as blocked_key, w.wake_at
from page
left join gate_partition b on b.id = page.blocked_by
left join waiter w on w.partition_id = page.blocked_by and w.policy_id = :policy_id
order by
  case when not :descending then case :sort when 'pending' then page.pending when 'ready' then page.ready::integer end end asc nulls last,
  case when :descending then case :sort when 'pending' then page.pending when 'ready' then page.ready::integer end end desc nulls last,
  case when :descending and :sort = 'key' then page.key end desc,
  page.key, page.namespace, page.id
