-- How near to its bound the fair order comes, so that the promise can be seen to hold.
alter table policy_minute
  add column fair_lag   double precision not null default 0,
  add column fair_bound double precision not null default 0;
comment on column policy_minute.fair_lag is 'Largest difference in service (jobs over weight) within one tick between two that had work all through it; fair_bound is what fair order allows for those two. Of the tick that came nearest to its bound; 0 and 0 if none had two with work.';
