package sluice.bench;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HexFormat;
import java.util.List;
import org.postgresql.ds.PGSimpleDataSource;
import sluice.core.job.MessageCodec;

/**
 * What waits: so many jobs, evenly in so many lanes, behind three gates.
 *
 * @param lanes each with a share of its own
 * @param jobs a multiple of the lanes
 * @param asleep whether every second pool is full, so that its lanes sleep
 * @param pools each has a partition of the first two gates
 */
record Backlog(int lanes, int jobs, boolean asleep, int pools) {
  Backlog(int lanes, int jobs, boolean asleep) {
    this(lanes, jobs, asleep, 100);
  }

  /** A bed on a fresh schema with this backlog; {@code batch} jobs a tick. */
  Bed bed(PGSimpleDataSource own, int batch) throws SQLException {
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("drop schema if exists sluice cascade");
    }
    Bed bed = new Bed(own, Policies.THREE_BY_POOL, batch);
    fill(own);
    return bed;
  }

  /** The rows that staging and folding so many jobs leave, of the policy {@code bench}. */
  void fill(PGSimpleDataSource own) throws SQLException {
    int each = jobs / lanes;
    try (Connection connection = own.getConnection();
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false); // an auditor that looks meanwhile finds no half
      for (String sql :
          List.of(
              "create temporary view bench as select * from policy where name = 'bench'",
              "insert into namespace (name) values ('default')",
              "insert into gate_partition (policy_id, gate, key) values (0, 'quota', 'default')",
              "insert into gate_partition (policy_id, gate, key, tokens, refilled_at) select p.id, g, 'pool-' || n, 1000000, clock_timestamp() from bench p, unnest(array['rate', 'cap']) g, generate_series(0, %d) n"
                  .formatted(pools - 1),
              "insert into gate_partition (policy_id, gate, key) select id, 'all', '(all)' from bench",
              "insert into namespace_turn (policy_id, namespace, ready) select id, 'default', true from bench",
              "insert into share (policy_id, namespace, key, ready, turn_id) select p.id, 'default', 'tenant-' || n, not (%b and n %% 2 = 1), t.id from bench p, namespace_turn t, generate_series(0, %d) n"
                  .formatted(asleep, lanes - 1),
              """
              insert into lane (policy_id, keying_version, share_id, partitions, pending, ready, blocked_by, turn_id)
              select s.policy_id, 1, s.id, array[q.id, r.id, c.id, a.id], %d, s.ready, case when not s.ready then c.id end, s.turn_id
              from share s
              join gate_partition q on q.policy_id = 0
              join gate_partition r on r.policy_id = s.policy_id and r.gate = 'rate' and r.key = 'pool-' || (substr(s.key, 8)::integer %% %d)
              join gate_partition c on c.policy_id = s.policy_id and c.gate = 'cap' and c.key = r.key
              join gate_partition a on a.policy_id = s.policy_id and a.gate = 'all'
              order by s.id\
              """
                  .formatted(each, pools),
              "insert into waiter (partition_id, policy_id) select distinct blocked_by, policy_id from lane where blocked_by is not null",
              "insert into job (id, policy_id, lane_id, state, priority, eligible_at, staged_at, namespace, head, body) select row_number() over (), l.policy_id, l.id, 'pending', 4, clock_timestamp(), clock_timestamp(), 'default', decode('%s', 'hex'), decode(repeat('00', 300), 'hex') from generate_series(1, %d) n, lane l"
                  .formatted(
                      HexFormat.of().formatHex(MessageCodec.encode(EngineRun.message(0, 0))), each),
              "update policy set accepted = %1$d, pending = %1$d where name = 'bench'"
                  .formatted(jobs))) {
        statement.execute(sql);
      }
      connection.commit();
      connection.setAutoCommit(true);
      statement.execute("vacuum analyze");
    }
  }
}
