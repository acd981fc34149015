import { randomUUID } from "node:crypto";
import {
  type AttemptExecutor,
  type AttemptTimings,
  createLoop,
  type Database,
  type Logger,
  type Metrics,
  type Part,
} from "@sanu/platform";
import { type LightningReceiveRail, unknownBecause } from "@sanu/rails";
import {
  claimCursor,
  closeNode,
  moveCursor,
  recordHint,
  releaseCursor,
} from "./database/node-cursors.ts";
import type { ReceivingRail } from "./invoice/deps.ts";

const followLimits = {
  /** Between two looks whether somebody listens, and whether the node is closed. */
  pollMs: 2_000,
  leaseMs: 10_000,
} as const;

export interface FollowDeps {
  readonly database: Database;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
  readonly executor: Pick<AttemptExecutor<never>, "wake">;
  readonly timings?: AttemptTimings;
}

/** A rail that takes nothing new while its node is closed, and the listening that closes it. */
export interface FollowedRail {
  readonly rail: Required<Pick<ReceivingRail, "isClosed">> & ReceivingRail;
  readonly part: (deps: FollowDeps) => Part;
}

/** What a node tells makes us ask at once; a node that forgot what it had is closed. Asking goes on all the same. */
export function followedRail(inner: LightningReceiveRail): FollowedRail {
  const { provider, follow } = inner;
  // Until somebody has looked, it may be.
  let isClosed = follow !== undefined;
  const whileOpen =
    <Input, Outcome>(call: (input: Input) => Promise<Outcome>) =>
    async (input: Input) =>
      isClosed ? unknownBecause("node-closed") : call(input);
  const rail = {
    ...inner,
    isClosed: () => isClosed,
    createInvoice: whileOpen(inner.createInvoice),
    capture: whileOpen(inner.capture),
  };
  const part = (deps: FollowDeps): Part =>
    followPart(inner, deps, (isClosedNow) => {
      if (isClosedNow && !isClosed) {
        deps.logger.error({ provider }, "a node has lost what it had: its rail is closed");
      }
      isClosed = isClosedNow;
    });
  return { rail, part };
}

function followPart(
  { provider, follow }: LightningReceiveRail,
  { database, logger, metrics, executor, timings }: FollowDeps,
  setClosed: (isClosed: boolean) => void,
): Part {
  const holder = randomUUID();
  let listening: { readonly abort: AbortController; readonly done: Promise<void> } | undefined;
  const listen = async (cursor: string | null, signal: AbortSignal): Promise<void> => {
    for await (const hint of follow?.(cursor, signal) ?? []) {
      if (signal.aborted) return;
      if (hint.kind === "restored") {
        await closeNode(database, provider);
        return setClosed(true);
      }
      const of = { provider, holder, ...hint };
      await (of.kind === "made" ? moveCursor(database, of) : recordHint(database, of));
      if (hint.kind === "changed") executor.wake();
    }
  };
  const begin = (cursor: string | null): void => {
    const abort = new AbortController();
    const done = listen(cursor, abort.signal)
      .catch((error: unknown) => logger.warn({ error, provider }, "a node is not heard any more"))
      .finally(() => {
        listening = undefined;
      });
    listening = { abort, done };
  };
  const look = async (): Promise<void> => {
    const { leaseMs } = followLimits;
    const found = await claimCursor(database, { provider, holder, leaseMs });
    setClosed(found.isClosed);
    if (!found.isHeld || found.isClosed) return listening?.abort.abort();
    if (listening === undefined) begin(found.cursor);
  };
  const loop = createLoop({
    name: "node-hints",
    idleMs: timings?.times?.pollMs ?? followLimits.pollMs,
    logger,
    metrics,
    work: look,
  });
  return {
    name: `node-hints-${provider}`,
    async start() {
      if (follow === undefined) return;
      loop.start();
      await loop.whenIdle();
    },
    async stop() {
      // A look that is under way would begin to listen again.
      await loop.stop();
      listening?.abort.abort();
      await listening?.done;
      await releaseCursor(database, { provider, holder }).catch(() => undefined);
    },
  };
}
