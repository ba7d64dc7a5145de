-- Where a stretch of lanes ends: after so many lanes, or where so many jobs wait in them.
-- Parameters: after (lane), limit (lanes), jobs (waiting, as told)
-- Rows: looked, last (null if none)
-- Locks: none
-- Index: lane_pkey
select count(*) as looked, max(id) as last
from (select id, coalesce(sum(greatest(pending, 0)) over (order by id rows between unbounded preceding and 1 preceding), 0) as before
      from (select id, pending from lane where id > :after order by id limit :limit) as lanes) as stretch
where before <= :jobs
