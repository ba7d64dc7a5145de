-- A database with a backlog: what plans have to be good for.
do $$
declare t text;
begin
  foreach t in array array['job', 'lane', 'share', 'gate_partition', 'waiter', 'dead_job', 'finished_job_rest', 'admission_batch', 'policy_minute', 'denial_minute'] loop
    execute format('alter table %I set (autovacuum_enabled = false)', t);
  end loop;
end $$;
insert into policy (name) select 'policy-' || i from generate_series(1, 4) i;
insert into namespace_turn (policy_id, namespace, ready) select 1 + i % 4, 'ns-' || i, i % 3 = 0 from generate_series(1, 200) i;
insert into share (policy_id, namespace, key, virtual_time, ready, turn_id) select 1 + i % 4, 'ns-' || i % 200, 'key-' || i, i % 50, i % 3 = 0, i % 200 + 1 from generate_series(1, 4000) i;
insert into gate_partition (policy_id, gate, key, in_flight) select 1 + i % 4, 'gate-' || i % 3, 'key-' || i, i % 5 from generate_series(1, 8000) i;
insert into lane (policy_id, keying_version, share_id, partitions, pending, ready, blocked_by, virtual_time, turn_id)
select 1 + i % 4, 1, i % 4000 + 1, array[i % 8000 + 1, i], 10, i % 3 = 0, case when i % 3 = 1 then i % 8000 + 1 end, i % 50, i % 200 + 1 from generate_series(1, 20000) i;
insert into waiter (partition_id, policy_id, wake_at) select i, 1 + i % 4, case when i % 2 = 0 then now() end from generate_series(1, 8000) i;
insert into job (id, policy_id, lane_id, state, priority, eligible_at, expires_at, staged_at, admitted_at, lease_expires_at, batch_id, attempt, intake_id, namespace, job_key, head, body)
select i, 1 + i % 4, i % 20000 + 1, (case when i % 20 = 0 then 'admitted' when i % 20 = 1 then 'scheduled' else 'pending' end)::job_state, 4,
       now() + i * interval '1 ms', case when i % 50 = 2 then now() + interval '1 day' end, now(), case when i % 20 = 0 then now() end,
       case when i % 20 = 0 then now() + interval '15 min' end, case when i % 20 = 0 then i / 1000 end, 0, gen_random_uuid(), 'ns-' || i % 200,
       case when i % 10 = 0 then 'job-' || i end, '\x00', '\x00'
from generate_series(1, 100000) i;
insert into finished_job (id, policy_id, ending, attempt, namespace, staged_at, ended_at) select -i, 1 + i % 4, 'finished', 1, 'ns-' || i % 200, now(), now() from generate_series(1, 60000) i;
insert into dead_job (id, policy_id, lane_id, priority, attempt, failures, namespace, staged_at, died_at, cause, head) select -i, 1 + i % 4, 1, 4, 1, 1, 'ns-' || i % 200, now(), now(), 'FAILED', '\x00' from generate_series(1, 20000) i;
insert into admission_batch (id, policy_id, admitted_at, jobs, attempts, looked_at, forwarded_at) select i, 1 + i % 4, now(), array[i], array[1], 1, case when i % 100 > 0 then now() end from generate_series(1, 20000) i;
insert into policy_minute (policy_id, minute) select 1 + i % 4, now() - i * interval '1 min' from generate_series(1, 8000) i;
insert into denial_minute (policy_id, minute, reason, lanes) select 1 + i % 4, now() - i * interval '1 min', 'THROTTLE', 1 from generate_series(1, 8000) i;
insert into namespace (name) select 'ns-' || i from generate_series(1, 2000) i;
