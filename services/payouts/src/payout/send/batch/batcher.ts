import { randomUUID } from "node:crypto";
import { attemptLimits } from "@sanu/attempts";
import { fold, steadyNowMs } from "@sanu/kernel";
import {
  type Attempt,
  type AttemptTimings,
  claimTogether,
  createLoop,
  type EventStore,
  executorLimits,
  isOrdered,
  type Loop,
  type ServiceBase,
  untilNone,
} from "@sanu/platform";
import type { SendRail } from "@sanu/rails";
import { payout } from "../../decide.ts";
import type { PayoutEvent } from "../../events.ts";
import type { SendDeps } from "../deps.ts";
import { AWAITS_BATCH } from "./await-batch.ts";
import { type CarriedBatch, prepareBatch } from "./carry-batch.ts";

type Base = Pick<ServiceBase, "database" | "gate" | "logger" | "metrics">;

interface BatcherOptions {
  readonly send: Omit<SendDeps, "rail">;
  readonly store: Pick<EventStore<PayoutEvent>, "load">;
  readonly timings: AttemptTimings;
}

/**
 * Puts payouts that wait for each other into one transaction: it is stored with all of them in one commit, and only then
 * published. Whatever breaks off before leaves their leases to run out; behind it each of them finds out by itself.
 */
export function createBatcher(base: Base, options: BatcherOptions): Loop {
  const { rails, nodes } = options.send;
  const times = { ...executorLimits, ...options.timings.times };
  const owner = randomUUID();
  const serving = rails.filter(
    ({ provider, prepareBatch: batches }) => batches !== undefined && nodes.isEnabled(provider),
  );
  return createLoop({
    name: "batches",
    work: untilNone(async () => {
      let count = 0;
      for (const rail of serving)
        count += await carryDue(base, { ...options, owner, rail, leaseMs: times.leaseMs });
      return count;
    }),
    idleMs: times.pollMs,
    logger: base.logger,
    metrics: base.metrics,
  });
}

interface OfRail extends BatcherOptions {
  readonly owner: string;
  readonly rail: SendRail;
  readonly leaseMs: number;
}

async function carryDue(base: Base, { send, store, timings, leaseMs, owner, rail }: OfRail) {
  const { database, gate } = base;
  if (!gate.isOpen()) return 0;
  const { payoutsMax, waitMs } = send.terms.batch;
  const claimed = await claimTogether(database, {
    kind: "send",
    provider: rail.provider,
    code: AWAITS_BATCH,
    owner,
    leaseMs,
    most: payoutsMax,
    waitMs,
  });
  if (claimed.length === 0) return 0;
  const stateOf = (attempt: Attempt) => loadOrder(store, attempt);
  const { statusCheckFirstMs } = { ...attemptLimits, ...timings.limits };
  const isSince = (fromMs: number) =>
    gate.isOpen() && steadyNowMs() - fromMs < leaseMs * executorLimits.callLeasePart;
  const mayCall = () => claimed.every(({ heldFromMs }) => isSince(heldFromMs));
  const deps = { ...send, rail, stateOf, statusCheckFirstMs, mayCall };
  const batch = await prepareBatch(deps, claimed);
  const storedFromMs = steadyNowMs();
  if (!gate.isOpen()) return 0;
  await database.pipelined(batch.writes);
  if (isSince(storedFromMs)) await publish(base, rail, batch);
  return claimed.length;
}

/** Any of them does it again, as long as the node does not have it. */
async function publish({ logger }: Base, rail: SendRail, { stored }: CarriedBatch): Promise<void> {
  const [first] = stored;
  if (first === undefined) return;
  const { prepared, order } = first;
  const { amountSats, feeLimitSats } = order;
  const outcome = await rail.send({ prepared, amountSats, feeLimitSats });
  const { provider } = rail;
  const about = { provider, payouts: stored.length, outcome: outcome.kind };
  logger[outcome.kind === "accepted" ? "info" : "warn"](
    about,
    "payouts were put into one transaction",
  );
}

/** As it is now: another replica may have been told meanwhile that it shall be held. */
async function loadOrder({ load }: BatcherOptions["store"], attempt: Attempt) {
  const { events } = await load(attempt.subjectId);
  const state = fold(payout, events);
  if (isOrdered(state)) return state;
  throw new Error(`Attempt ${attempt.attemptId} has no order: they commit together`);
}
