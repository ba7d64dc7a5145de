-- What operators say of single partitions: a limit by hand, a pause.
-- Columns of the partition, not a table beside it: a tick reads them under the lock it takes anyway.
alter table gate_partition
  add column override_limit  double precision check (override_limit between 0 and 1e9),
  add column override_until  timestamptz,
  add column override_reason text,
  add column paused          boolean not null default false,
  add column paused_reason   text,
  add constraint override_ends_with_its_limit check (override_limit is not null or (override_until is null and override_reason is null));
comment on column gate_partition.override_limit is 'Set by an operator: rate of a throttle, jobs in flight of the others. Goes before the policy''s limit and before what jobs say.';
comment on column gate_partition.override_until is 'The override holds before this instant; null = until it is taken back. One that has ended stays until the next word, since tokens earned under it are still to be counted.';
comment on column gate_partition.paused is 'Nothing goes through this partition until an operator resumes it; pausing and resuming the policy does not touch it.';
