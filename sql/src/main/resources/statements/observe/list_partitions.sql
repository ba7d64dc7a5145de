-- A page of gate partitions of a policy, sorted by a figure; equal ones by gate and key, missing values last.
-- Parameters: policy_id integer, gate text or null, pattern text (LIKE, escaped) or null, sort text: gate, key, inFlight, tokens, currentMax, lag or closedUntil, descending boolean, offset integer, limit integer
-- Rows: all columns of gate_partition, now
-- Locks: none
-- Index: gate_partition_policy_id_gate_key_key for the policy; the sort reads all partitions of it
select gate_partition.*, clock_timestamp() as now
from gate_partition
where policy_id = :policy_id
  and (cast(:gate as text) is null or gate = :gate)
  and (cast(:pattern as text) is null or key ilike :pattern escape '\')
order by
  case when not :descending then
    case :sort when 'inFlight' then in_flight when 'tokens' then tokens when 'currentMax' then current_max
               when 'lag' then ewma_lag_ms when 'closedUntil' then extract(epoch from case when closed_until > statement_timestamp() then closed_until end) end end asc nulls last,
  case when :descending then
    case :sort when 'inFlight' then in_flight when 'tokens' then tokens when 'currentMax' then current_max
               when 'lag' then ewma_lag_ms when 'closedUntil' then extract(epoch from case when closed_until > statement_timestamp() then closed_until end) end end desc nulls last,
  case when :descending and :sort = 'gate' then gate end desc,
  case when :descending and :sort = 'key' then key end desc,
  case when :sort = 'key' then key end,
  gate, key
limit :limit offset :offset
