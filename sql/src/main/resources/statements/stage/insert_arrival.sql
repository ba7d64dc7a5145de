-- Tells the policy's tick what was staged (or taken away) in its lanes.
-- Parameters: policy; used bigint[], lanes that jobs were put into, each once; lanes, counts; accepted, scheduled, numbers of jobs; limit_partitions, rates to mins, weight_shares, weights: what jobs said of their partitions' limits and shares' weights
-- Rows: none; no row is inserted if one of the used lanes is gone or about to be collected
-- Locks: none
-- Index: lane_pkey, retiring_pkey
insert into arrival (policy_id, lanes, counts, accepted, scheduled, limit_partitions, limit_rates, limit_periods, limit_bursts, limit_maxes, limit_initials, limit_targets, limit_mins, weight_shares, weights)
select :policy::integer, :lanes::bigint[], :counts::integer[], :accepted::integer, :scheduled::integer, :limit_partitions::bigint[], :rates::float8[],
        :periods::bigint[], :bursts::float8[], :maxes::float8[], :initials::float8[], :targets::bigint[], :mins::float8[], :weight_shares::bigint[], :weights::float8[]
where cardinality(:used::bigint[])
      = (select count(*) from lane l where l.id = any (:used::bigint[]) and not exists (select from retiring r where r.kind = 'lane' and r.id = l.id))
