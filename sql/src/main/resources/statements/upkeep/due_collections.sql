-- Policies that have marks whose fence has been passed by all transactions.
-- Parameters: kind
-- Rows: policy_id
-- Locks: none
-- Index: retiring_policy
select distinct policy_id
from retiring
where kind = :kind and fence <= pg_snapshot_xmin(pg_current_snapshot())
order by policy_id
