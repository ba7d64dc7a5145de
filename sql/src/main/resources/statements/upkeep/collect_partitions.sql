-- Collects marked partitions that are as new and that no lane and no waiter names; takes their marks away, whether they go or are in use.
-- Parameters: policy; ids bigint[], marked partitions held by marked_partitions
-- Rows: collected
-- Locks: the partitions, skipping those that somebody holds; the marks are held
-- Index: gate_partition_pkey, waiter_pkey, retiring_pkey; the policy's lanes are read once
with named as materialized (
  select distinct u.id
  from lane l, unnest(l.partitions) as u (id)
  where l.policy_id = :policy and u.id = any (:ids::bigint[])
), free as materialized (
  select p.id from gate_partition p
  where p.id = any (:ids::bigint[]) and p.policy_id = :policy and p.in_flight = 0
    and (p.closed_until is null or p.closed_until <= clock_timestamp())
    and not p.paused and (p.override_limit is null or p.override_until <= clock_timestamp())
    and p.id not in (select id from named)
    and not exists (select from waiter w where w.partition_id = p.id)
  order by p.id
  for update of p skip locked
), gone as (
  delete from gate_partition where id = any (array(select id from free)) returning id
), unmarked as (
  delete from retiring where kind = 'partition' and id = any (array(select id from gone union select id from named))
)
select count(*) as collected from gone
