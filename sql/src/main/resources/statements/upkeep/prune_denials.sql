-- Prunes the oldest denials per minute.
-- Parameters: keep_ms, limit (rows looked at for each policy)
-- Rows: none
-- Locks: the rows pruned; ticks write the current minute only
-- Index: denial_minute_pkey, its beginning for each policy
delete from denial_minute m
using (select p.id as policy_id, w.minute, w.reason
       from policy p
       cross join lateral (select minute, reason from denial_minute where policy_id = p.id order by minute limit :limit) as w
       where w.minute < clock_timestamp() - :keep_ms::bigint * interval '1 millisecond') as old
where m.policy_id = old.policy_id and m.minute = old.minute and m.reason = old.reason
