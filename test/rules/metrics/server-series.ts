/** Series of servers that are not ours, with their labels, as their documentation names them. */
export const serverSeries: Readonly<Record<string, readonly string[]>> = {
  // https://cloudnative-pg.io/documentation/current/monitoring/, its default queries among them
  cnpg_collector_up: ["pod", "cluster"],
  cnpg_pg_replication_lag: ["pod"],
  cnpg_pg_replication_in_recovery: ["pod"],
  cnpg_pg_replication_streaming_replicas: ["pod"],
  cnpg_pg_stat_archiver_seconds_since_last_archival: ["pod"],
  cnpg_backends_total: ["pod", "datname", "usename", "state"],
  cnpg_pg_database_size_bytes: ["pod", "datname"],
  // https://cloudnative-pg.io/plugin-barman-cloud/docs/observability/, at CloudNativePG's own endpoint
  barman_cloud_cloudnative_pg_io_last_available_backup_timestamp: ["pod"],
  // https://github.com/nats-io/prometheus-nats-exporter, started with -varz: each number of /varz under its path
  gnatsd_varz_connections: ["instance", "server_id"],
  gnatsd_varz_slow_consumers: ["instance", "server_id"],
  gnatsd_varz_in_msgs: ["instance", "server_id"],
  gnatsd_varz_out_msgs: ["instance", "server_id"],
  gnatsd_varz_mem: ["instance", "server_id"],
  gnatsd_varz_config_load_time: ["instance", "server_id"],
  gnatsd_varz_jetstream_stats_storage: ["instance", "server_id"],
  gnatsd_varz_jetstream_config_max_storage: ["instance", "server_id"],
  // https://cert-manager.io/docs/devops-tips/prometheus-metrics/; `exported_namespace` where the scraper keeps `namespace` for itself
  certmanager_certificate_expiration_timestamp_seconds: ["name", "namespace", "exported_namespace"],
  certmanager_certificate_not_before_timestamp_seconds: ["name", "namespace", "exported_namespace"],
  // https://kubernetes.io/docs/reference/instrumentation/metrics/
  kubelet_volume_stats_available_bytes: ["namespace", "persistentvolumeclaim"],
  kubelet_volume_stats_capacity_bytes: ["namespace", "persistentvolumeclaim"],
};
