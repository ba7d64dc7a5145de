-- Sets or takes away a namespace's own ceiling: on the registry's row, and on the quota partition, where ticks read it under its lock.
-- Parameters: name text; max_in_flight integer (null = none of its own)
-- Rows: id of the quota partition, made if it was missing; its count of jobs in flight stays
-- Locks: the namespace's row, held already, then the partition, which waits for a tick or a settlement that holds it
-- Index: namespace_pkey, gate_partition_policy_id_gate_key_key
with registry as (
  update namespace set max_in_flight = cast(:max_in_flight as integer) where name = :name
)
insert into gate_partition (policy_id, gate, key, max)
values (0, 'quota', :name, cast(:max_in_flight as integer))
on conflict (policy_id, gate, key) do update set max = excluded.max
returning id
