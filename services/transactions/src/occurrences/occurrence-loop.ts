import { newId, plusMs, type StandingOrderId } from "@sanu/kernel";
import {
  createLease,
  createLoop,
  GateClosedError,
  type Logger,
  type Metrics,
  type Part,
  type ServiceGate,
} from "@sanu/platform";
import { carryOut } from "./carry-out.ts";
import type { OccurrenceDeps } from "./deps.ts";
import { settleOccurrences } from "./settle-occurrences.ts";
import { listDue, postpone } from "./trigger-statements.ts";

const occurrenceLimits = {
  /** The most that an order comes late while all is well. */
  pollMs: 1_000,
  /** How long a replica that died keeps the others from looking. */
  leaseMs: 10_000,
  /** It is taken again, in a commit, once less of it is left. */
  leaseLeastMs: 5_000,
  /** Orders that are looked at before the lease is taken again. */
  batchMax: 50,
  /** So many of them at once, each with a connection for its commit. */
  togetherMax: 4,
} as const;

export interface OccurrenceLoopDeps extends OccurrenceDeps {
  readonly gate: ServiceGate;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
  /** How often due orders are looked for; the limit where undefined. */
  readonly pollMs?: number | undefined;
}

/** Looks for due orders; the same look of two replicas orders once, so the lease only spares work. */
export interface OccurrenceLoop extends Part {
  /** One look, whoever has the lease; returns how much there was to do. */
  readonly look: () => Promise<number>;
}

export function createOccurrenceLoop(deps: OccurrenceLoopDeps): OccurrenceLoop {
  const { database, logger, metrics, gate, pollMs = occurrenceLimits.pollMs } = deps;
  const holder: string = newId();
  const lease = createLease({
    database,
    name: "standing-orders",
    holder,
    leaseMs: occurrenceLimits.leaseMs,
  });
  const loop = createLoop({
    name: "standing-orders",
    idleMs: pollMs,
    logger,
    metrics,
    async work() {
      if (!gate.isOpen()) return "idle";
      if (!(await lease.keep(occurrenceLimits.leaseLeastMs))) return "idle";
      return (await look(deps)) > 0 ? "at-once" : "idle";
    },
  });
  return {
    name: "standing-orders",
    start: loop.start,
    drain: loop.drain,
    look: () => look(deps),
    async stop() {
      await loop.stop();
      await lease.release().catch(() => undefined);
    },
  };
}

async function look(deps: OccurrenceLoopDeps): Promise<number> {
  const { clock, database, prices } = deps;
  const { batchMax, togetherMax } = occurrenceLimits;
  const trusted = prices.findTrusted();
  const present = {
    now: clock.now(),
    buyXofPerBtc: trusted?.buyXofPerBtc ?? null,
    sellXofPerBtc: trusted?.sellXofPerBtc ?? null,
  };
  const due = await listDue(database, present, batchMax);
  for (let first = 0; first < due.length; first += togetherMax) {
    await Promise.all(due.slice(first, first + togetherMax).map((each) => carry(deps, each)));
  }
  return due.length + (await settleOccurrences(deps, clock.now(), batchMax));
}

/** What goes wrong with one order holds up no other one. */
async function carry(deps: OccurrenceLoopDeps, orderId: StandingOrderId): Promise<void> {
  const { clock, database, logger, standingOrderTerms } = deps;
  try {
    await carryOut(deps, orderId, clock.now());
  } catch (error) {
    if (error instanceof GateClosedError) throw error;
    logger.error({ error, orderId }, "a standing order could not be carried out");
    await database.query(postpone(orderId, plusMs(clock.now(), standingOrderTerms.retryMs)));
  }
}
