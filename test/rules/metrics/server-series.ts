/** Series of servers that are not ours, with their labels, as their documentation names them. */
export const serverSeries: Readonly<Record<string, readonly string[]>> = {
  // https://cloudnative-pg.io/documentation/current/monitoring/, its default queries among them
  cnpg_collector_up: ["pod", "cluster"],
  cnpg_collector_sync_replicas: ["pod", "value"],
  cnpg_pg_replication_lag: ["pod"],
  cnpg_pg_replication_in_recovery: ["pod"],
  cnpg_pg_stat_archiver_seconds_since_last_archival: ["pod"],
  cnpg_backends_total: ["pod", "datname", "usename", "state"],
  cnpg_pg_database_size_bytes: ["pod", "datname"],
  // https://github.com/nats-io/prometheus-nats-exporter, started with -varz
  gnatsd_varz_connections: ["instance", "server_id"],
  gnatsd_varz_slow_consumers: ["instance", "server_id"],
  gnatsd_varz_in_msgs: ["instance", "server_id"],
  gnatsd_varz_out_msgs: ["instance", "server_id"],
  gnatsd_varz_mem: ["instance", "server_id"],
  // https://kubernetes.io/docs/reference/instrumentation/metrics/
  kubelet_volume_stats_available_bytes: ["namespace", "persistentvolumeclaim"],
  kubelet_volume_stats_capacity_bytes: ["namespace", "persistentvolumeclaim"],
};
