-- Deleting a policy must not lose a job that is being staged at that moment.
-- One check a batch: staging writes one arrival a batch and policy, which holds the policy's row "for key share". That is no
-- obstacle to a tick (no key update) or another stager, only to the deletion (update), which waits for the stager or is waited for
-- and then makes the whole batch fail.
alter table arrival add constraint arrival_of_policy foreign key (policy_id) references policy;
