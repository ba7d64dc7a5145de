-- The spine of Sluice: policies, lanes and gate partitions, live jobs, the outbox, history.
-- Runs in schema "sluice" (Flyway's default schema, set on the search path). Every instant is timestamptz.
-- Hot tables have few indexes on purpose: each one costs several microseconds a job.

create type job_state as enum ('scheduled', 'pending', 'admitted');
comment on type job_state is 'States of a live job. A job that is over is a row of finished_job or dead_job.';

create type job_ending as enum ('finished', 'dead', 'cancelled', 'expired');
comment on type job_ending is 'How a job ended: settled with success, out of attempts or rejected, cancelled by somebody, or too late to be admitted.';

-- Policies -----------------------------------------------------------------------------------------------------------

create table policy (
  id             integer generated always as identity primary key,
  name           text not null unique check (length(name) between 1 and 100),
  version        integer not null default 1,
  keying_version integer not null default 1,
  rekeying       boolean not null default false,
  paused         boolean not null default false,
  in_files       boolean not null default false,
  virtual_time   double precision not null default 0,
  next_tick_at   timestamptz,
  last_tick_at   timestamptz,
  accepted       bigint not null default 0,
  pending        bigint not null default 0,
  scheduled      bigint not null default 0,
  in_flight      bigint not null default 0,
  finished       bigint not null default 0,
  dead           bigint not null default 0,
  cancelled      bigint not null default 0,
  expired        bigint not null default 0,
  created_at     timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
comment on table policy is 'What governs a kind of job. A tick holds this row (for no key update skip locked), so lanes, shares and waiters of a policy have one writer.';
comment on column policy.keying_version is 'The version at which the assignment of jobs to lanes last changed; lanes of older ones are moved over by the tick.';
comment on column policy.rekeying is 'Lanes of an older keying may still hold waiting jobs.';
comment on column policy.virtual_time is 'Start tag of the share served last (start-time fair queuing); a share that wakes starts no earlier.';
comment on column policy.next_tick_at is 'Set while ready lanes were left by a tick that could go on at once; null when a wake-up is needed.';
comment on column policy.accepted is 'Figures as of the last tick; arrivals and tallies not folded yet come on top. accepted = pending + scheduled + in_flight + finished + dead + cancelled + expired.';

create table policy_version (
  policy_id  integer not null references policy on delete cascade,
  version    integer not null,
  definition jsonb not null,
  author     text not null,
  reason     text,
  created_at timestamptz not null default clock_timestamp(),
  primary key (policy_id, version)
);
comment on table policy_version is 'Every version of a policy ever saved, as the document it was read from.';

create table namespace (
  name          text primary key check (length(name) between 1 and 512),
  max_in_flight integer check (max_in_flight between 0 and 1000000),
  origin        text not null default 'staged',
  created_at    timestamptz not null default clock_timestamp()
);
comment on table namespace is 'Tenant registry: made on first sight or by hand. max_in_flight null = the platform default.';

-- Gates, shares, lanes -----------------------------------------------------------------------------------------------

create table gate_partition (
  id               bigint generated always as identity (cache 20) primary key,
  policy_id        integer not null,
  gate             text not null,
  key              text not null check (length(key) <= 512),
  in_flight        integer not null default 0 check (in_flight >= 0),
  tokens           double precision not null default 0 check (tokens >= 0 and tokens < 'Infinity'),
  refilled_at      timestamptz,
  current_max      integer not null default 0,
  ewma_lag_ms      double precision not null default 0,
  sample_count     bigint not null default 0,
  recent_outcomes  double precision not null default 0,
  recent_failures  double precision not null default 0,
  observed_at      timestamptz,
  decreased_at     timestamptz,
  rate             double precision,
  period_ms        bigint,
  burst            double precision,
  max              double precision,
  initial_max      double precision,
  target_lag_ms    bigint,
  min_max          double precision,
  closed_until     timestamptz,
  unique (policy_id, gate, key)
) with (fillfactor = 70);
comment on table gate_partition is 'One key of one gate, and the only place where such state lives. Read, decided on and written under one row lock in one transaction.';
comment on column gate_partition.in_flight is 'Admitted and unfinished jobs whose lane names this partition. Changes only in the transaction that changes the jobs.';
comment on column gate_partition.rate is 'rate to min_max: limits last resolved from a job, where the gate reads them from the job; null where the policy says them.';
comment on column gate_partition.current_max is 'current_max to decreased_at: what an adaptive gate has learned (record Adaptation).';
comment on column gate_partition.closed_until is 'Nothing goes before this instant: a worker asked for it (sluice_retry_after_ms).';

create table share (
  id           bigint generated always as identity (cache 20) primary key,
  policy_id    integer not null,
  namespace    text not null,
  key          text not null check (length(key) <= 512),
  weight       double precision not null default 1 check (weight > 0 and weight < 'Infinity'),
  virtual_time double precision not null default 0,
  lane_time    double precision not null default 0,
  ready        boolean not null default false,
  unique (policy_id, namespace, key)
) with (fillfactor = 70);
create index share_ready on share (policy_id, virtual_time, id) where ready;
comment on table share is 'One fairness key of a policy. Admitting a job moves virtual_time by 1 / weight; the ready share with the smallest goes first.';
comment on column share.lane_time is 'Start tag of the lane served last: a lane that wakes starts no earlier.';

create table lane (
  id             bigint generated always as identity (cache 20) primary key,
  policy_id      integer not null,
  keying_version integer not null,
  share_id       bigint not null,
  partitions     bigint[] not null,
  pending        integer not null default 0,
  ready          boolean not null default false,
  blocked_by     bigint,
  wake_order     double precision not null default 0,
  virtual_time   double precision not null default 0,
  unique (policy_id, share_id, partitions, keying_version)
) with (fillfactor = 70);
create index lane_ready on lane (share_id, virtual_time, id) where ready;
create index lane_blocked on lane (blocked_by, policy_id, wake_order, id) where blocked_by is not null;
comment on table lane is 'Jobs of one policy with the same key in every gate and the same fairness key: interchangeable for the gates. Written by the policy''s tick alone.';
comment on column lane.pending is 'Waiting jobs as folded so far; arrivals not folded yet come on top.';
comment on column lane.blocked_by is 'The partition the lane sleeps on; waiter says when it is looked at again.';
comment on column lane.wake_order is 'Virtual time of the share when the lane went to sleep: lanes of one partition wake in this order.';
comment on column lane.ready is 'Stored, not derived: an index on pending would make every change of pending a non-HOT update.';

create table waiter (
  partition_id bigint not null,
  policy_id    integer not null,
  wake_at      timestamptz,
  primary key (partition_id, policy_id)
) with (fillfactor = 70);
create index waiter_due on waiter (policy_id, wake_at) where wake_at is not null;
comment on table waiter is 'Lanes of the policy (or the whole policy) sleep on the partition. wake_at null: until a slot is released. Cleared only under the partition''s lock.';

create table arrival (
  id               bigint generated always as identity (cache 20) primary key,
  policy_id        integer not null,
  lanes            bigint[] not null,
  counts           integer[] not null,
  accepted         integer not null default 0,
  scheduled        integer not null default 0,
  limit_partitions bigint[],
  limit_rates      double precision[],
  limit_periods    bigint[],
  limit_bursts     double precision[],
  limit_maxes      double precision[],
  limit_initials   double precision[],
  limit_targets    bigint[],
  limit_mins       double precision[],
  weight_shares    bigint[],
  weights          double precision[],
  at               timestamptz not null default clock_timestamp()
);
create index arrival_policy on arrival (policy_id, id);
comment on table arrival is 'What staging adds to lanes, one row a batch and policy. Append-only; folded and deleted by the policy''s tick. Counts below zero take waiting jobs away (cancelled, expired).';

-- Jobs ---------------------------------------------------------------------------------------------------------------

create sequence job_id increment by 500;
comment on sequence job_id is 'Given out in blocks of 500 to each node.';

create table job (
  id               bigint primary key,
  policy_id        integer not null,
  lane_id          bigint not null,
  state            job_state not null,
  priority         smallint not null check (priority between 0 and 9),
  attempt          integer not null default 0,
  failures         integer not null default 0,
  eligible_at      timestamptz not null,
  expires_at       timestamptz,
  staged_at        timestamptz not null,
  admitted_at      timestamptz,
  lease_expires_at timestamptz,
  batch_id         bigint,
  intake_id        uuid,
  namespace        text not null,
  job_key          text check (length(job_key) <= 512),
  dedupe_key       text check (length(dedupe_key) <= 512),
  last_error       text,
  head             bytea not null,
  body             bytea,
  constraint admitted_has_lease check ((state = 'admitted') = (lease_expires_at is not null))
);
create index job_pick on job (lane_id, priority desc, eligible_at, id) where state = 'pending';
create index job_oldest on job (policy_id, eligible_at) where state = 'pending';
create index job_due on job (eligible_at) where state = 'scheduled';
create index job_lease on job (lease_expires_at) where state = 'admitted';
create index job_expiry on job (expires_at) where expires_at is not null and state <> 'admitted';
create unique index job_intake on job (intake_id) where intake_id is not null;
create unique index job_key_alive on job (policy_id, job_key) where job_key is not null;
create unique index job_dedupe_alive on job (policy_id, dedupe_key) where dedupe_key is not null;
comment on table job is 'Live jobs only.';
comment on column job.attempt is 'Number of the current or last attempt; grows with every admission and fences late words of earlier ones.';
comment on column job.failures is 'Attempts used up: failed or lost. An attempt that ended with "later" uses none.';
comment on column job.eligible_at is 'When the job may be admitted first: staged or not-before, whichever is later. Second key of the order in a lane.';
comment on column job.intake_id is 'Digest of the intake message''s id: the same message is staged once.';
comment on column job.head is 'Headers and typed properties of the producer''s message (MessageCodec); the context that expressions read.';
comment on column job.body is 'Body of the producer''s message, untouched. Null for a message without one.';

create table intake_receipt (
  consumer    uuid primary key,
  message_ids uuid[] not null,
  staged_at   timestamptz not null default clock_timestamp()
) with (fillfactor = 50);
comment on table intake_receipt is 'Message ids of the batch that an intake session committed last: should its acknowledgement be lost, the broker delivers them again, perhaps after the jobs are over.';

create table finished_job (
  id          bigint not null,
  policy_id   integer not null,
  ending      job_ending not null,
  attempt     integer not null,
  namespace   text not null,
  job_key     text,
  staged_at   timestamptz not null,
  admitted_at timestamptz,
  started_at  timestamptz,
  ended_at    timestamptz not null
) partition by range (ended_at);
create index finished_job_id on finished_job (id);
create table finished_job_rest partition of finished_job default;
comment on table finished_job is 'Narrow history, one partition a day, dropped by retention.';

create table dead_job (
  id          bigint primary key,
  policy_id   integer not null,
  lane_id     bigint not null,
  priority    smallint not null,
  attempt     integer not null,
  failures    integer not null,
  namespace   text not null,
  job_key     text,
  dedupe_key  text,
  staged_at   timestamptz not null,
  admitted_at timestamptz,
  died_at     timestamptz not null,
  cause       text not null,
  last_error  text,
  expires_at  timestamptz,
  head        bytea not null,
  body        bytea
);
create index dead_job_policy on dead_job (policy_id, died_at, id);
comment on table dead_job is 'Jobs out of attempts or rejected by a worker, whole, so that they can be retried.';

-- Outbox and figures --------------------------------------------------------------------------------------------------

create sequence batch_id;

create table admission_batch (
  id           bigint primary key,
  policy_id    integer not null,
  admitted_at  timestamptz not null,
  jobs         bigint[] not null,
  attempts     integer[] not null,
  looked_at    integer not null,
  duration_ms  double precision,
  forwarded_at timestamptz
);
create index admission_batch_open on admission_batch (admitted_at) where forwarded_at is null;
create index admission_batch_policy on admission_batch (policy_id, id);
comment on table admission_batch is 'What one tick admitted for one policy: the unit of the outbox. Open until the broker has taken all its messages.';

create table tally (
  id         bigint generated always as identity (cache 20) primary key,
  policy_id  integer not null,
  at         timestamptz not null default clock_timestamp(),
  scheduled  integer not null default 0,
  in_flight  integer not null default 0,
  finished   integer not null default 0,
  failed     integer not null default 0,
  dead       integer not null default 0,
  cancelled  integer not null default 0,
  expired    integer not null default 0,
  stale      integer not null default 0,
  lag_ms     bigint not null default 0,
  started    integer not null default 0
);
create index tally_policy on tally (policy_id, id);
comment on table tally is 'Changes of a policy''s figures by settlement, promotion and reaping, one row a batch. Append-only; folded and deleted by the policy''s tick.';

create table policy_minute (
  policy_id integer not null,
  minute    timestamptz not null,
  accepted  integer not null default 0,
  admitted  integer not null default 0,
  finished  integer not null default 0,
  failed    integer not null default 0,
  dead      integer not null default 0,
  expired   integer not null default 0,
  stale     integer not null default 0,
  lag_ms    bigint not null default 0,
  started   integer not null default 0,
  primary key (policy_id, minute)
) with (fillfactor = 50);
comment on table policy_minute is 'Figures of a policy per minute, summed by its ticks. failed counts attempts, not jobs; lag_ms is the sum of queue lags of the attempts in started.';

create table denial_minute (
  policy_id integer not null,
  minute    timestamptz not null,
  reason    text not null,
  lanes     bigint not null,
  primary key (policy_id, minute, reason)
) with (fillfactor = 50);
comment on table denial_minute is 'How often a tick looked at a lane and let nothing go, by reason and minute.';

-- People ---------------------------------------------------------------------------------------------------------------

create table account (
  name          text primary key check (length(name) between 1 and 100),
  password_hash text not null,
  role          text not null check (role in ('viewer', 'operator', 'admin')),
  created_at    timestamptz not null default clock_timestamp()
);
comment on table account is 'Who may log in. admin includes operator, operator includes viewer.';

create table audit (
  id      bigint generated always as identity primary key,
  at      timestamptz not null default clock_timestamp(),
  actor   text not null,
  action  text not null,
  subject text not null,
  reason  text,
  before  jsonb,
  after   jsonb
);
create index audit_subject on audit (subject, id);
comment on table audit is 'Every action of a person: who, when, what, why, before and after.';
