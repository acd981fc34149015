import { board, curve, figure, table } from "./board.mjs";

/** For who keeps it running: requests, lags, loops, processes, servers. */
export const engineer = board({
  uid: "sanu-engineer",
  title: "Sanu: services",
  about: "Requests, facts on their way, background work, processes, Postgres and NATS.",
  links: [["Money", "/d/sanu-operator"]],
  rows: [
    [
      "Now",
      [
        figure("Replicas that answer", "short", [['sum(up{job="sanu"})']]),
        figure(
          "Not ready",
          "short",
          [["count(min by (service, instance) (sanu_ready) == 0) or vector(0)"]],
          { bad: 1 },
        ),
        figure("Requests", "reqps", [
          ["sum(rate(sanu_http_request_seconds_count[$__rate_interval]))"],
        ]),
        figure(
          "Fail",
          "percentunit",
          [
            [
              'sum(rate(sanu_http_request_seconds_count{status=~"5.."}[$__rate_interval])) / sum(rate(sanu_http_request_seconds_count[$__rate_interval]))',
            ],
          ],
          { warn: 0.001, bad: 0.01 },
        ),
        figure("Facts unread for", "s", [["max(sanu_consumer_oldest_unread_seconds)"]], {
          warn: 10,
          bad: 60,
        }),
        figure("Facts parked", "short", [["sum(max by (service, group) (sanu_consumer_parked))"]], {
          warn: 1,
        }),
      ],
    ],
    [
      "HTTP",
      [
        curve("Requests, by route", "reqps", [
          [
            "sum by (method, route) (rate(sanu_http_request_seconds_count[$__rate_interval]))",
            "{{method}} {{route}}",
          ],
        ]),
        curve("Failures, by route", "reqps", [
          [
            'sum by (method, route, status) (rate(sanu_http_request_seconds_count{status=~"5.."}[$__rate_interval]))',
            "{{method}} {{route}} {{status}}",
          ],
        ]),
        curve("99 of 100 are answered after, by route", "s", [
          [
            "histogram_quantile(0.99, sum by (route, le) (rate(sanu_http_request_seconds_bucket[$__rate_interval])))",
            "{{route}}",
          ],
        ]),
        curve("Connections", "short", [
          ["sum by (instance) (sanu_connections_open)", "{{instance}}"],
        ]),
        curve("Connections refused or closed for others", "cps", [
          ["sum by (outcome) (rate(sanu_connections_capped[$__rate_interval]))", "{{outcome}}"],
        ]),
        curve("Security events", "cps", [
          ["sum by (event) (rate(sanu_security_events_total[$__rate_interval]))", "{{event}}"],
        ]),
      ],
    ],
    [
      "Requests between services",
      [
        curve("Requests", "reqps", [
          [
            'sum by (request) (rate(sanu_service_request_seconds_count{side="server"}[$__rate_interval]))',
            "{{request}}",
          ],
        ]),
        curve("Unanswered, as their asker sees it", "reqps", [
          [
            'sum by (request) (rate(sanu_service_request_seconds_count{side="client",outcome="unavailable"}[$__rate_interval]))',
            "{{request}}",
          ],
        ]),
        curve("99 of 100 are answered after", "s", [
          [
            'histogram_quantile(0.99, sum by (request, le) (rate(sanu_service_request_seconds_bucket{side="server"}[$__rate_interval])))',
            "{{request}}",
          ],
        ]),
      ],
    ],
    [
      "Facts on their way",
      [
        curve("Not yet published", "short", [["max by (service) (sanu_relay_lag)", "{{service}}"]]),
        curve("Oldest not yet published", "s", [
          ["max by (service) (sanu_relay_oldest_unpublished_seconds)", "{{service}}"],
        ]),
        curve("Published", "cps", [
          ["sum by (service) (rate(sanu_relay_published_total[$__rate_interval]))", "{{service}}"],
        ]),
        curve("Not yet handled, by group", "short", [
          ["max by (group) (sanu_consumer_lag)", "{{group}}"],
        ]),
        curve("Oldest not yet handled, by group", "s", [
          ["max by (group) (sanu_consumer_oldest_unread_seconds)", "{{group}}"],
        ]),
        curve("Handled, by group", "cps", [
          ["sum by (group) (rate(sanu_consumer_handled_total[$__rate_interval]))", "{{group}}"],
        ]),
        curve("Tries that failed", "cps", [
          [
            "sum by (group, cause) (rate(sanu_consumer_failures_total[$__rate_interval]))",
            "{{group}} {{cause}}",
          ],
          [
            "sum by (service, cause) (rate(sanu_relay_failures_total[$__rate_interval]))",
            "relay {{service}} {{cause}}",
          ],
        ]),
        curve("Who relays", "short", [["sum by (service) (sanu_relay_leading)", "{{service}}"]], {
          about: "One replica of each service.",
        }),
        table("Parked", "s", [
          ["max by (service, group) (sanu_consumer_oldest_parked_seconds) > 0"],
        ]),
      ],
    ],
    [
      "Background work",
      [
        curve("Busy, by loop", "percentunit", [
          [
            "sum by (service, loop) (rate(sanu_loop_busy_seconds_total[$__rate_interval]))",
            "{{service}} {{loop}}",
          ],
        ]),
        curve("Failures, by loop", "cps", [
          [
            "sum by (service, loop) (rate(sanu_loop_failures_total[$__rate_interval]))",
            "{{service}} {{loop}}",
          ],
        ]),
        curve("Last run that went well, ago", "s", [
          [
            "time() - max by (service, loop) (sanu_loop_last_success_timestamp_seconds)",
            "{{service}} {{loop}}",
          ],
        ]),
        curve("Runs", "cps", [
          [
            "sum by (service, loop) (rate(sanu_loop_runs_total[$__rate_interval]))",
            "{{service}} {{loop}}",
          ],
        ]),
        curve("Rows deleted by their age", "cps", [
          [
            "sum by (service, table) (rate(sanu_retention_deleted_rows_total[$__rate_interval]))",
            "{{service}} {{table}}",
          ],
        ]),
        curve("Errors in the log", "cps", [
          [
            'sum by (service, level) (rate(sanu_log_lines_total{level=~"warn|error|fatal"}[$__rate_interval]))',
            "{{service}} {{level}}",
          ],
        ]),
      ],
    ],
    [
      "Processes",
      [
        curve("Starts within the hour", "short", [
          ['changes(process_start_time_seconds{job="sanu"}[1h])', "{{service}} {{instance}}"],
        ]),
        curve("Event loop waits, 99 of 100", "s", [
          [
            'max by (service, instance) (sanu_event_loop_delay_seconds{quantile="p99"})',
            "{{service}} {{instance}}",
          ],
        ]),
        curve("Event loop busy", "percentunit", [
          ["max by (service, instance) (sanu_event_loop_utilization)", "{{service}} {{instance}}"],
        ]),
        curve("Requests served and waiting", "short", [
          ["sum by (service, state) (sanu_service_request_places)", "{{service}} {{state}}"],
        ]),
        curve("Connected to NATS", "short", [
          ["min by (service, instance) (sanu_nats_connected)", "{{service}} {{instance}}"],
          [
            "sum by (service) (increase(sanu_nats_reconnects_total[$__rate_interval]))",
            "{{service}} came back",
          ],
        ]),
        curve("Spans", "cps", [
          [
            "sum by (service, outcome) (rate(sanu_trace_spans_total[$__rate_interval]))",
            "{{service}} {{outcome}}",
          ],
        ]),
        curve("Processor", "percentunit", [
          [
            "sum by (service, instance) (rate(process_cpu_seconds_total[$__rate_interval]))",
            "{{service}} {{instance}}",
          ],
        ]),
        curve("Memory", "bytes", [["process_resident_memory_bytes", "{{service}} {{instance}}"]]),
        curve("Heap in use", "bytes", [
          ["nodejs_heap_size_used_bytes", "{{service}} {{instance}}"],
        ]),
        curve("Open files", "short", [["process_open_fds", "{{service}} {{instance}}"]]),
        table("Not ready", "short", [["min by (service, instance, check) (sanu_ready) == 0"]]),
        curve("Clocks off by", "s", [
          ["max by (service, instance) (abs(sanu_clock_skew_seconds))", "{{service}} {{instance}}"],
        ]),
        curve("Certificates are over in", "s", [
          [
            "min by (instance) (sanu_certificate_expires_timestamp_seconds) - time()",
            "{{instance}}",
          ],
          [
            'min by (name) (certmanager_certificate_expiration_timestamp_seconds{namespace="sanu"} or certmanager_certificate_expiration_timestamp_seconds{exported_namespace="sanu"}) - time()',
            "{{name}}",
          ],
        ]),
      ],
    ],
    [
      "Postgres",
      [
        curve("Oldest write transaction", "s", [
          ["max by (service) (sanu_relay_oldest_transaction_seconds)", "{{service}}"],
        ]),
        curve("Open write transactions", "short", [
          ["max by (service, start) (sanu_relay_open_transactions)", "{{service}} start {{start}}"],
        ]),
        curve("Connections of our own", "short", [
          [
            "sum by (service, instance, state) (sanu_database_pool_connections)",
            "{{service}} {{instance}} {{state}}",
          ],
          ["max by (service) (sanu_database_pool_max)", "{{service}} at most"],
        ]),
        curve("Members of a group", "short", [
          [
            "sum by (service, kind) (rate(sanu_database_group_members_total[5m])) / sum by (service, kind) (rate(sanu_database_groups_total[5m]))",
            "{{service}} {{kind}}",
          ],
        ]),
        curve("Groups refused", "ops", [
          [
            "sum by (service, kind) (rate(sanu_database_groups_refused_total[5m]))",
            "{{service}} {{kind}}",
          ],
        ]),
        curve("Sessions", "short", [
          ["sum by (pod, datname, state) (cnpg_backends_total)", "{{pod}} {{datname}} {{state}}"],
        ]),
        curve("Standbys are behind by", "s", [
          ["max by (pod) (cnpg_pg_replication_lag)", "{{pod}}"],
        ]),
        curve("Standbys that replicate", "short", [
          ["max by (pod) (cnpg_pg_replication_streaming_replicas)", "{{pod}}"],
        ]),
        curve("Last WAL archived, ago", "s", [
          ["max by (pod) (cnpg_pg_stat_archiver_seconds_since_last_archival)", "{{pod}}"],
        ]),
        curve("Last base backup, ago", "s", [
          [
            "time() - max(barman_cloud_cloudnative_pg_io_last_available_backup_timestamp > 0)",
            "ended",
          ],
        ]),
        curve("Size", "bytes", [["max by (datname) (cnpg_pg_database_size_bytes)", "{{datname}}"]]),
        curve("Disk free", "percentunit", [
          [
            "min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes / kubelet_volume_stats_capacity_bytes)",
            "{{persistentvolumeclaim}}",
          ],
        ]),
        curve("Servers that answer", "short", [["min by (pod) (cnpg_collector_up)", "{{pod}}"]]),
      ],
    ],
    [
      "NATS",
      [
        curve("Connections", "short", [
          ["max by (instance) (gnatsd_varz_connections)", "{{instance}}"],
        ]),
        curve("Messages", "cps", [
          ["sum by (instance) (rate(gnatsd_varz_in_msgs[$__rate_interval]))", "{{instance}} in"],
          ["sum by (instance) (rate(gnatsd_varz_out_msgs[$__rate_interval]))", "{{instance}} out"],
        ]),
        curve("Slow clients that were cut off", "short", [
          [
            "sum by (instance) (increase(gnatsd_varz_slow_consumers[$__rate_interval]))",
            "{{instance}}",
          ],
        ]),
        curve("Memory", "bytes", [["max by (instance) (gnatsd_varz_mem)", "{{instance}}"]]),
        curve("Stored, of what may be", "percentunit", [
          [
            "max by (instance) (gnatsd_varz_jetstream_stats_storage / gnatsd_varz_jetstream_config_max_storage)",
            "{{instance}}",
          ],
        ]),
      ],
    ],
  ],
});
