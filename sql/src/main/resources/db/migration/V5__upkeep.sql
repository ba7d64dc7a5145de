-- Upkeep: history by the day, collection of what is idle, chores that nodes share, vacuum of the hot tables.

-- Chores ---------------------------------------------------------------------------------------------------------------

create table chore (
  name       text primary key,
  due_at     timestamptz not null default clock_timestamp(),
  cursor     bigint not null default 0,
  found      bigint not null default 0,
  last_found bigint not null default 0,
  mended     bigint not null default 0,
  ended_at   timestamptz
) with (fillfactor = 50);
comment on table chore is 'Housekeeping and the auditor, one row a chore. Whoever holds the row (skip locked) does the next step and commits it; the next node goes on where it ended.';
comment on column chore.cursor is 'How far the round under way has come; 0 at its begin.';
comment on column chore.found is 'What the round under way has found: rows pruned or collected, or differences.';
comment on column chore.last_found is 'What the last whole round found.';
comment on column chore.mended is 'Differences mended since the schema was made.';
comment on column chore.ended_at is 'When the last whole round ended.';

-- Collection of idle lanes, shares and partitions ----------------------------------------------------------------------

alter table lane add column folded_at timestamptz not null default clock_timestamp();
comment on column lane.folded_at is 'When a tick last folded an arrival into the lane.';

create table retiring (
  kind      text not null check (kind in ('lane', 'share', 'partition')),
  id        bigint not null,
  policy_id integer not null,
  marked_at timestamptz not null default clock_timestamp(),
  fence     xid8,
  primary key (kind, id)
);
create index retiring_policy on retiring (policy_id, kind, marked_at);
comment on table retiring is 'Idle lanes, shares and partitions about to be collected. Who makes a place for a job takes the mark away again; staging refuses a marked lane and asks for its place anew.';
comment on column retiring.fence is 'A transaction that began after the mark was committed: once all older ones have ended, nobody can be at work who has not seen the mark.';

create index job_scheduled on job (policy_id, lane_id) where state = 'scheduled';

-- History by the day ---------------------------------------------------------------------------------------------------

create function make_history_day(day date) returns boolean
language plpgsql
set timezone = 'UTC'
set search_path from current
as $$
declare
  part constant text := 'finished_job_' || to_char(day, 'YYYYMMDD');
begin
  if to_regclass(part) is not null
     or exists (select from finished_job_rest where ended_at >= day::timestamptz and ended_at < (day + 1)::timestamptz) then
    return false;
  end if;
  execute format('create table %I (like finished_job including all)', part);
  execute format('alter table finished_job attach partition %I for values from (%L) to (%L)', part, day::timestamptz, (day + 1)::timestamptz);
  return true;
end
$$;
comment on function make_history_day is 'Makes the history''s partition for a day (UTC); false if it is there, or if rows of that day are in finished_job_rest already: those are pruned there. Attached, not created in place: that would lock the whole history.';

create function drop_history_day(before timestamptz) returns text
language plpgsql
set timezone = 'UTC'
set search_path from current
as $$
declare
  oldest text;
begin
  select c.relname into oldest
  from pg_inherits i
  join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'finished_job'::regclass
    and c.relname ~ '^finished_job_\d{8}$'
    and (to_date(right(c.relname, 8), 'YYYYMMDD') + 1)::timestamptz <= before
  order by c.relname
  limit 1;
  if oldest is not null then
    execute format('drop table %I', oldest);
  end if;
  return oldest;
end
$$;
comment on function drop_history_day is 'Drops the oldest of the history''s days that ended before an instant; its name, or null if there is none.';

select make_history_day((clock_timestamp() at time zone 'UTC')::date + n) from generate_series(0, 3) as n;

-- Vacuum ---------------------------------------------------------------------------------------------------------------
-- Rows of these tables live for seconds; with the usual fifth of the table as threshold, dead rows of a burst would stay for long.

alter table job set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_insert_scale_factor = 0.05,
                     autovacuum_analyze_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 1);
alter table arrival set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
alter table tally set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);
alter table lane set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
alter table share set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
alter table gate_partition set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
alter table waiter set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table policy set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
alter table policy_minute set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table denial_minute set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 0);
alter table intake_receipt set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 500, autovacuum_vacuum_cost_delay = 0);
alter table admission_batch set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
alter table dead_job set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
