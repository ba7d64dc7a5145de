-- What settlement sees of partitions, by the minute and by the hour; queue lag by bucket; totals that only grow, for metrics.

create table observation (
  id            bigint generated always as identity (cache 20) primary key,
  at            timestamptz not null default clock_timestamp(),
  policies      integer[] not null,
  partitions    bigint[] not null,
  ended         integer[] not null,
  failed        integer[] not null,
  started       integer[] not null,
  lags_ms       bigint[] not null,
  max_lags_ms   bigint[] not null,
  current_maxes integer[] not null,
  lag_policies  integer[] not null,
  lag_buckets   integer[] not null,
  lag_attempts  integer[] not null
);
comment on table observation is 'What one settled batch says of the partitions it released slots of. Append-only, so settlers of a hot partition never meet here; folded and deleted by a chore.';
comment on column observation.lag_policies is 'lag_policies to lag_attempts: queue lags of the attempts, each counted once for its policy however many gates it went through (LagBuckets).';
alter table observation
  alter column policies set storage external, alter column partitions set storage external, alter column ended set storage external,
  alter column failed set storage external, alter column started set storage external, alter column lags_ms set storage external,
  alter column max_lags_ms set storage external, alter column current_maxes set storage external;
alter table observation set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0);

create table partition_observation (
  policy_id    integer not null,
  minute       timestamptz not null,
  partition_id bigint not null,
  ended        integer not null,
  failed       integer not null,
  started      integer not null,
  lag_ms       bigint not null,
  max_lag_ms   bigint not null,
  current_max  integer,
  primary key (policy_id, minute, partition_id)
) with (fillfactor = 80);
alter table partition_observation set (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_cost_delay = 1);
comment on table partition_observation is 'Attempts that ended, by partition and minute. An attempt counts in each of its partitions, so sums over partitions of two gates count it twice: figures of the policy are in policy_minute.';
comment on column partition_observation.lag_ms is 'Sum of the queue lags (admitted to started) of the attempts in started.';
comment on column partition_observation.current_max is 'What a self-tuning limit stood at; null for the other gates.';

create table partition_hour (
  policy_id    integer not null,
  hour         timestamptz not null,
  partition_id bigint not null,
  ended        integer not null,
  failed       integer not null,
  started      integer not null,
  lag_ms       bigint not null,
  max_lag_ms   bigint not null,
  current_max  integer,
  primary key (policy_id, hour, partition_id)
);
comment on table partition_hour is 'partition_observation rolled up by the hour, once the hour is over.';

create table lag_minute (
  policy_id integer not null,
  minute    timestamptz not null,
  bucket    integer not null,
  attempts  integer not null,
  primary key (policy_id, minute, bucket)
) with (fillfactor = 70);
comment on table lag_minute is 'Queue lags of a policy by minute and bucket (LagBuckets): what percentiles are read from.';

create table policy_total (
  policy_id integer primary key,
  through   timestamptz not null,
  admitted  bigint not null default 0,
  failed    bigint not null default 0,
  died      bigint not null default 0,
  stale     bigint not null default 0,
  started   bigint not null default 0,
  lag_ms    bigint not null default 0
) with (fillfactor = 50);
comment on table policy_total is 'Sums of policy_minute up to and with the minute in through; younger minutes come on top. They only grow, also when old minutes are pruned.';

create table denial_total (
  policy_id integer not null,
  reason    text not null,
  lanes     bigint not null default 0,
  primary key (policy_id, reason)
) with (fillfactor = 50);
comment on table denial_total is 'Sums of denial_minute up to and with policy_total.through.';
