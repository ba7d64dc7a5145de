-- Adds the tick to the policy's figures per minute.
-- Parameters: policy; now; accepted, admitted; reasons text[], lanes bigint[] (denials by reason); fair_lag, fair_bound (of the tick; the minute keeps the worst)
-- Rows: none
-- Locks: none that anybody waits for: the policy is held
-- Index: policy_minute_pkey, denial_minute_pkey
with denied as (
  insert into denial_minute as d (policy_id, minute, reason, lanes)
  select :policy, date_trunc('minute', :now::timestamptz), u.reason, u.lanes
  from unnest(:reasons::text[], :lanes::bigint[]) as u (reason, lanes)
  on conflict (policy_id, minute, reason) do update set lanes = d.lanes + excluded.lanes
)
insert into policy_minute as m (policy_id, minute, accepted, admitted, fair_lag, fair_bound)
values (:policy, date_trunc('minute', :now::timestamptz), :accepted, :admitted, :fair_lag, :fair_bound)
on conflict (policy_id, minute) do update set accepted = m.accepted + excluded.accepted, admitted = m.admitted + excluded.admitted,
  fair_lag = case when excluded.fair_lag * m.fair_bound > m.fair_lag * excluded.fair_bound or m.fair_bound = 0 then excluded.fair_lag else m.fair_lag end,
  fair_bound = case when excluded.fair_lag * m.fair_bound > m.fair_lag * excluded.fair_bound or m.fair_bound = 0 then excluded.fair_bound else m.fair_bound end
