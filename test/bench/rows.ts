import { showAnatomy } from "./anatomy/show.ts";
import { appendRow } from "./append/row.ts";
import { awaitedRow } from "./awaited/row.ts";
import { completedRows } from "./completed/row.ts";
import { createRow } from "./create/row.ts";
import { createSizeRow } from "./create-size/row.ts";
import { eventsRows } from "./events/row.ts";
import { footprintRows } from "./footprint/rows.ts";
import { growthRows } from "./growth/row.ts";
import { idleRow } from "./idle/row.ts";
import { loginsRow } from "./logins/row.ts";
import { openOrdersRows } from "./open-orders/row.ts";
import { openPurchasesRows } from "./open-purchases/row.ts";
import { ordersTickRow } from "./orders-tick/row.ts";
import { listRows } from "./projections/lists-row.ts";
import { rebuildRows } from "./projections/rebuild-row.ts";
import { purchasesRows } from "./purchases/row.ts";
import { readRows } from "./read/row.ts";
import { reconcileRows } from "./reconcile/row.ts";
import { relayRow } from "./relay/row.ts";
import { replicasRow } from "./replicas/row.ts";
import type { Bench, SystemBench } from "./report/bench.ts";
import type { Row } from "./report/row.ts";
import { sizeRows } from "./size/row.ts";
import { timingRow } from "./timing/row.ts";
import { tracedRow } from "./traced/row.ts";

/** Rows that need Postgres and NATS only, or a system of their own. */
export const bareGroups: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  append: appendRow,
  relay: relayRow,
  replicas: replicasRow,
  rebuild: rebuildRows,
  reconcile: reconcileRows,
  lists: listRows,
  "create-size": createSizeRow,
  "orders-tick": ordersTickRow,
  "open-orders": openOrdersRows,
  "open-purchases": openPurchasesRows,
  growth: growthRows,
  events: eventsRows,
};

type SystemGroup = (bench: SystemBench) => Promise<readonly Row[]>;

/** Rows about a system that answers orders at once. */
export const promptGroups: Readonly<Record<string, SystemGroup>> = {
  // First, before anybody has asked for anything.
  idle: idleRow,
  footprint: footprintRows,
  read: readRows,
  create: createRow,
  timing: timingRow,
  logins: loginsRow,
};

/** Rows about a system that waits for the provider's link, as it does by default. */
export const awaitingGroups: Readonly<Record<string, SystemGroup>> = {
  completed: completedRows,
  anatomy: showAnatomy,
  purchases: purchasesRows,
  traced: tracedRow,
  size: sizeRows,
  // Last, because payments goes on asking about the orders that nobody pays.
  awaited: awaitedRow,
};
