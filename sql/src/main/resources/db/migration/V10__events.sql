-- Events: an outbox that whoever changes state only appends to, a log that one publisher at a time numbers without a gap, and how
-- far the broker has it.

create table event_outbox (
  id   bigint generated always as identity primary key,
  type text not null,
  body json not null
);
comment on table event_outbox is 'Events that have no number yet, written in the transaction that they tell of. No counter: a late commit is numbered late and leaves no gap.';
alter table event_outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);

create table event (
  seq         bigint primary key,
  type        text not null,
  body        json not null,
  numbered_at timestamptz not null default clock_timestamp()
);
comment on table event is 'Events as told, numbered 1, 2, 3, … over the whole deployment. Append-only; pruned at its beginning once sent and old.';
comment on column event.numbered_at is 'By the one publisher, in the order of seq.';
alter table event set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.2);

create table event_cursor (
  name     text primary key check (name in ('numbered', 'sent', 'quota')),
  seq      bigint not null default 0 check (seq >= 0),
  epoch    uuid not null default gen_random_uuid(),
  moved_at timestamptz not null default clock_timestamp(),
  due_at   timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
comment on table event_cursor is 'How far each step of telling has come. Whoever holds the row (skip locked) does the step; the next node goes on where it ended.';
comment on column event_cursor.seq is 'numbered: the last number given. sent: the last one that the broker has taken.';
comment on column event_cursor.epoch is 'Of numbered: names this count; another database counts from 1 again under another name.';
comment on column event_cursor.moved_at is 'When the step was last done; of quota: when namespaces were last sampled.';
comment on column event_cursor.due_at is 'Of quota: the next sample.';
alter table event_cursor set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
insert into event_cursor (name) values ('numbered'), ('sent'), ('quota');

create table quota_told (
  namespace text primary key,
  in_flight integer not null,
  ceiling   integer,
  told_at   timestamptz not null
) with (fillfactor = 50);
comment on table quota_told is 'What was last told of each namespace, so that any node can see what has changed since.';
alter table quota_told set (autovacuum_vacuum_scale_factor = 0.1, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
