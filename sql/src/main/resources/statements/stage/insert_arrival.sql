-- Tells the policy's tick what was staged (or taken away) in its lanes.
-- Parameters: policy; lanes, counts; accepted, scheduled, numbers of jobs; limit_partitions, rates to mins, weight_shares, weights: what jobs said of their partitions' limits and shares' weights
-- Rows: none
-- Locks: none
-- Index: none
insert into arrival (policy_id, lanes, counts, accepted, scheduled, limit_partitions, limit_rates, limit_periods, limit_bursts, limit_maxes, limit_initials, limit_targets, limit_mins, weight_shares, weights)
values (:policy, :lanes::bigint[], :counts::integer[], :accepted, :scheduled, :limit_partitions::bigint[], :rates::float8[],
        :periods::bigint[], :bursts::float8[], :maxes::float8[], :initials::float8[], :targets::bigint[], :mins::float8[], :weight_shares::bigint[], :weights::float8[])
