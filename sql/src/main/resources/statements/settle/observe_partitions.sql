-- Tells what a settled batch says of its partitions: one row a batch, appended, so that settlers never wait for each other here.
-- Parameters: policies, partitions, ended, failed, started, lags_ms (sums), max_lags_ms, current_maxes (null but for adaptive gates): arrays of the same length; lag_policies, lag_buckets, lag_attempts: arrays of the same length
-- Rows: none
-- Locks: none
-- Index: none
insert into observation (policies, partitions, ended, failed, started, lags_ms, max_lags_ms, current_maxes, lag_policies, lag_buckets, lag_attempts)
values (:policies::integer[], :partitions::bigint[], :ended::integer[], :failed::integer[], :started::integer[], :lags_ms::bigint[],
        :max_lags_ms::bigint[], :current_maxes::bigint[]::integer[], :lag_policies::integer[], :lag_buckets::integer[], :lag_attempts::integer[])
