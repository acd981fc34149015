import { Counter, Gauge } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

function gauge(registry: SeriesRegistry, name: string, help: string, label?: string) {
  const labelNames = label === undefined ? [] : [label];
  return new Gauge({ name, help, labelNames, registers: [registry] });
}

/** The three questions about every consumer: how far behind, how often wrong, how old is the oldest unread. */
export function consumerMetrics(registry: SeriesRegistry) {
  const byGroup = (name: string, help: string) => gauge(registry, name, help, "group");
  const lag = byGroup("sanu_consumer_lag", "Facts not yet handled.");
  const oldest = byGroup(
    "sanu_consumer_oldest_unread_seconds",
    "Age of the oldest fact not yet handled.",
  );
  const parked = byGroup("sanu_consumer_parked", "Facts parked.");
  const oldestParked = byGroup(
    "sanu_consumer_oldest_parked_seconds",
    "How long the oldest parked fact is parked; one that a rolling release parks goes by itself.",
  );
  const handled = new Counter({
    name: "sanu_consumer_handled_total",
    help: "Facts handled, also those that changed nothing.",
    labelNames: ["group"],
    registers: [registry],
  });
  const failures = new Counter({
    name: "sanu_consumer_failures_total",
    help: "Tries that failed, by cause.",
    labelNames: ["group", "cause"],
    registers: [registry],
  });
  return {
    setLag: (group: string, facts: number) => lag.set({ group }, facts),
    setOldestUnread: (group: string, ageMs: number) => oldest.set({ group }, ageMs / 1_000),
    setParked: (group: string, facts: number) => parked.set({ group }, facts),
    setOldestParked: (group: string, ageMs: number) => oldestParked.set({ group }, ageMs / 1_000),
    countHandled: (group: string, facts = 1) => handled.inc({ group }, facts),
    countFailure: (group: string, cause: string) => failures.inc({ group, cause }),
  };
}

/** How far the stream is behind the log, and why: an open append holds the horizon back. */
export function relayMetrics(registry: SeriesRegistry) {
  const lag = gauge(registry, "sanu_relay_lag", "Public facts not yet in the stream.");
  const oldest = gauge(
    registry,
    "sanu_relay_oldest_unpublished_seconds",
    "Age of the oldest public fact not yet in the stream.",
  );
  const horizon = gauge(
    registry,
    "sanu_relay_oldest_transaction_seconds",
    "Age of the oldest open write transaction of the cluster, an append or not.",
  );
  const open = gauge(
    registry,
    "sanu_relay_open_transactions",
    "Open write transactions of the cluster; hidden: the server tells when they began to their own role only.",
    "start",
  );
  const leading = gauge(registry, "sanu_relay_leading", "1 while this replica holds the lease.");
  const published = new Counter({
    name: "sanu_relay_published_total",
    help: "Facts acknowledged by the stream.",
    registers: [registry],
  });
  const failures = new Counter({
    name: "sanu_relay_failures_total",
    help: "Times that publishing stopped, by cause.",
    labelNames: ["cause"],
    registers: [registry],
  });
  return {
    setLag: (facts: number) => lag.set(facts),
    setOldestUnpublished: (ageMs: number) => oldest.set(ageMs / 1_000),
    setOpenTransactions: (all: { open: number; hidden: number; oldestMs: number }) => {
      horizon.set(all.oldestMs / 1_000);
      open.set({ start: "known" }, all.open - all.hidden);
      open.set({ start: "hidden" }, all.hidden);
    },
    setLeading: (isLeading: boolean) => leading.set(isLeading ? 1 : 0),
    countPublished: (facts: number) => published.inc(facts),
    countFailure: (cause: string) => failures.inc({ cause }),
  };
}

export function retentionMetrics(registry: SeriesRegistry) {
  const deleted = new Counter({
    name: "sanu_retention_deleted_rows_total",
    help: "Rows deleted because their time was over.",
    labelNames: ["table"],
    registers: [registry],
  });
  return { countDeleted: (table: string, rows: number) => deleted.inc({ table }, rows) };
}
