import { Gauge } from "prom-client";
import type { SeriesRegistry } from "./expose.ts";

const labelNames = ["what", "by"];

interface OpenRow {
  readonly by: string;
  readonly open: number;
  readonly overdue: number;
  readonly oldestMs: number;
}

/** What has begun and must end: how much, how old, and how much of it is older than it may be. */
export function openWorkMetrics(registry: SeriesRegistry) {
  const gauge = (name: string, help: string) =>
    new Gauge({ name, help, labelNames, registers: [registry] });
  const open = gauge(
    "sanu_open_work",
    "What is open, by what it is and its kind or status; of pending-transaction 10000 at most, the oldest.",
  );
  const oldest = gauge("sanu_open_work_oldest_seconds", "Age of the oldest that is open.");
  const overdue = gauge(
    "sanu_open_work_overdue",
    "What is open for longer than it may be; of pending-transaction 10000 at most.",
  );
  const labelled = new Map<string, Set<string>>();
  return {
    /** A label that is not among the rows any more says 0: a series that ended would hide that its alarm is over. */
    set(what: string, rows: readonly OpenRow[]): void {
      const known = labelled.get(what) ?? new Set<string>();
      labelled.set(what, known);
      for (const { by } of rows) known.add(by);
      for (const by of known) {
        const row = rows.find((each) => each.by === by);
        open.set({ what, by }, row?.open ?? 0);
        oldest.set({ what, by }, (row?.oldestMs ?? 0) / 1_000);
        overdue.set({ what, by }, row?.overdue ?? 0);
      }
    },
  };
}
