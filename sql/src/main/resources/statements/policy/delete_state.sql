-- Removes what belongs to a policy that has no jobs left: lanes, shares, turns, partitions, waiters, figures, dead jobs.
-- Parameters: policy_id integer
-- Rows: dead: number of dead jobs removed
-- Locks: all rows of the policy; its own row is held already, so no tick and no settlement is at work on them
-- Index: arrival_policy, tally_policy, dead_job_policy, admission_batch_policy, lane and share and partition by policy
with a as (delete from arrival where policy_id = :policy_id),
     t as (delete from tally where policy_id = :policy_id),
     w as (delete from waiter where policy_id = :policy_id),
     r as (delete from retiring where policy_id = :policy_id),
     l as (delete from lane where policy_id = :policy_id),
     s as (delete from share where policy_id = :policy_id),
     u as (delete from namespace_turn where policy_id = :policy_id),
     g as (delete from gate_partition where policy_id = :policy_id),
     b as (delete from admission_batch where policy_id = :policy_id),
     m as (delete from policy_minute where policy_id = :policy_id),
     n as (delete from denial_minute where policy_id = :policy_id),
     v as (delete from policy_total where policy_id = :policy_id),
     x as (delete from denial_total where policy_id = :policy_id),
     y as (delete from lag_minute where policy_id = :policy_id),
     d as (delete from dead_job where policy_id = :policy_id returning 1)
select count(*) as dead from d
