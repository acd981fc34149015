import { newId } from "@sanu/kernel";
import { createLease, createLoop, type Database, type Logger, type Metrics } from "@sanu/platform";
import { insertRate, leaveMid, RATES_LEASE, recordMid } from "./board-statements.ts";
import type { Judgement, LastMid } from "./judge-prices.ts";
import type { RateRound } from "./market-round.ts";
import type { RateBoard } from "./rate-board.ts";

const updaterLimits = {
  /** How long after its last round a replica that died still holds the lease. */
  leaseMarginMs: 8_000,
} as const;

/** Updates the board while the service runs. */
export interface RateUpdater {
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

export interface RateUpdaterOptions {
  readonly database: Database;
  readonly board: RateBoard;
  /** Undefined where the exchange deals at no rate at all. */
  readonly round: RateRound | undefined;
  readonly pollMs: number;
  /** How often the board is read. */
  readonly readMs: number;
  readonly rateStaleAfterMs: number;
  /** A rate of before the leap is old. */
  readonly onClockLeap: (look: () => void) => void;
  readonly logger: Logger;
  readonly metrics: Pick<Metrics, "loops">;
}

/** Every replica has one and reads the board; the one with the lease asks the markets and writes it. */
export function createRateUpdater(options: RateUpdaterOptions): RateUpdater {
  const { database, board, round, pollMs, readMs, logger, metrics } = options;
  const holder: string = newId();
  const leaseMs = pollMs + updaterLimits.leaseMarginMs;
  const lease = createLease({ database, name: RATES_LEASE, holder, leaseMs });
  const update = async (source: RateRound): Promise<void> => {
    if (await lease.hold()) await updateBoard(options, source, holder);
  };
  const reading = createLoop({
    name: "rate-board",
    work: board.refresh,
    idleMs: readMs,
    logger,
    metrics,
  });
  const loops =
    round === undefined
      ? [reading]
      : [
          createLoop({
            name: "rate-round",
            work: () => update(round),
            idleMs: pollMs,
            logger,
            metrics,
          }),
          reading,
        ];
  options.onClockLeap(() => {
    for (const loop of loops) loop.wake();
  });
  return {
    async start() {
      for (const loop of loops) {
        loop.start();
        await loop.whenIdle();
      }
    },
    async stop() {
      // A market that says nothing must not hold up the stop: its connection ends first.
      await round?.close();
      await Promise.all(loops.map((loop) => loop.stop()));
      await lease.release().catch(() => undefined);
    },
  };
}

/** One round: what the markets say, judged by what stands on the board, and written there if it can be trusted. */
async function updateBoard(
  deps: RateUpdaterOptions,
  round: RateRound,
  holder: string,
): Promise<void> {
  const { database, board, rateStaleAfterMs } = deps;
  await board.refresh();
  const last = board.findLast();
  const judgement = await round.readPrices(last);
  if (judgement.kind === "untrusted") return distrust(deps, { judgement, last, holder });
  const { midXofPerBtc, ageMs } = judgement;
  const rate = { rateId: newId<string>(), spread: board.spread(), staleAfterMs: rateStaleAfterMs };
  const known = board.isOutside() ? [] : [insertRate(rate)];
  await database.pipelined([recordMid({ holder, midXofPerBtc, ageMs }), ...known]);
  await board.refresh();
}

/** No rate comes of this round. Where the markets have left the last one, whoever knows theirs would deal at it for as long as it is young. */
async function distrust(
  { database, board, logger }: RateUpdaterOptions,
  of: {
    readonly judgement: Extract<Judgement, { readonly kind: "untrusted" }>;
    readonly last: LastMid | undefined;
    readonly holder: string;
  },
): Promise<void> {
  const { reason, detail, isLastGone } = of.judgement;
  logger.warn({ reason, detail, isLastGone }, "the markets give no rate that can be trusted");
  if (!isLastGone || of.last === undefined) return;
  const { midXofPerBtc } = of.last;
  await database.query(leaveMid({ holder: of.holder, midXofPerBtc }));
  await board.refresh();
}
