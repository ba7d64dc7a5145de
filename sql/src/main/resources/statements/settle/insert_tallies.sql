-- Tells the policies' ticks how their figures changed.
-- Parameters: arrays of the same length: policies, scheduled, in_flight, finished, failed, dead, cancelled, expired, stale, lags_ms, started
-- Rows: none
-- Locks: none
-- Index: none
insert into tally (policy_id, scheduled, in_flight, finished, failed, dead, cancelled, expired, stale, lag_ms, started)
select * from unnest(:policies::integer[], :scheduled::integer[], :in_flight::integer[], :finished::integer[], :failed::integer[], :dead::integer[],
                     :cancelled::integer[], :expired::integer[], :stale::integer[], :lags_ms::bigint[], :started::integer[])
