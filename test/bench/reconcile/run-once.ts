import { setInterval } from "node:timers";
import { payoutsStatementFacts } from "@sanu/contracts";
import { plusMs } from "@sanu/kernel";
import { bookedDisbursements } from "@sanu/payouts";
import {
  createEventStore,
  createGate,
  DifferenceEvent,
  openDatabase,
  publishDifference,
  runReconciliation,
} from "@sanu/platform";
import { periodOf, statementOf } from "./movements.ts";

/** One comparison in a process of its own, whose heap is bounded from outside; prints what it took as JSON. */
const url = process.env["RECONCILE_DATABASE_URL"] ?? "";
const movements = Number(process.env["RECONCILE_MOVEMENTS"]);
const account = "disbursements";

const database = openDatabase({ url, poolMax: 2, applicationName: "bench" });
const store = createEventStore({
  database,
  schema: DifferenceEvent,
  publish: publishDifference(payoutsStatementFacts),
  projections: [],
  gate: createGate(),
  afterPublicCommit: () => undefined,
});
let heapBytes = 0;
const sampling = setInterval(() => {
  heapBytes = Math.max(heapBytes, process.memoryUsage().heapUsed);
}, 50);

const graceMs = 900_000;
const { from, to } = periodOf(movements);
const startedAt = performance.now();
const result = await runReconciliation(
  {
    database,
    store,
    terms: { graceMs, lagMs: 0, recheckMs: 0 },
  },
  {
    account,
    matchBy: "keys",
    source: statementOf(movements),
    booked: bookedDisbursements,
  },
  {
    account,
    now: plusMs(to, graceMs),
    comparedUntil: from,
    isRecheckDue: false,
    requestedAt: null,
    requestedFrom: null,
    requestedGraceMs: null,
    oldestOpenAt: null,
  },
);
const tookMs = performance.now() - startedAt;
clearInterval(sampling);
await database.close();
const compared = result.kind === "compared" ? { ...result.tally, isNew: result.isNew } : result;
process.stdout.write(JSON.stringify({ tookMs, heapBytes, ...compared }));
