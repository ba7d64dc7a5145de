-- What a self-tuning limit last changed by, so that it can be shown.
alter table gate_partition
  add column cap_from integer,
  add column cap_cause text,
  add column cap_changed_at timestamptz,
  add constraint cap_change_whole check (num_nulls(cap_from, cap_cause, cap_changed_at) in (0, 3));
comment on column gate_partition.cap_from is 'cap_from to cap_changed_at: the last change of current_max, and why (record CapChange).';
