-- Puts lanes of an older keying out of the running, and shares and namespaces that have no other ready lane.
-- Parameters: policy, keying_version
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: lane_policy_id_share_id_partitions_keying_version_key, share_pkey, lane_ready, share_ready; only while re-keying
with retired as (
  update lane
  set ready = false, blocked_by = null
  where policy_id = :policy and keying_version < :keying_version and (ready or blocked_by is not null)
  returning share_id
), shares as (
  update share s
  set ready = exists (select from lane l where l.share_id = s.id and l.ready and l.keying_version = :keying_version)
  where s.id in (select share_id from retired)
  returning s.id, s.turn_id, s.ready
)
update namespace_turn t
set ready = exists (select from shares s where s.turn_id = t.id and s.ready)
         or exists (select from share s where s.turn_id = t.id and s.ready and s.id not in (select id from shares))
where t.id in (select turn_id from shares)
