import { ChangeRates, type FieldErrors, type RequestData } from "@sanu/contracts";
import {
  type BasisPoints,
  basisPoints,
  isRateWithin,
  isSpreadWithin,
  newId,
  type PriceBands,
} from "@sanu/kernel";
import { brokenConstraint, type Database, handleRequest, refuse } from "@sanu/platform";
import {
  adminActionConstraint,
  type BoardChange,
  changeBoard,
  insertAdminAction,
  insertRate,
} from "../rates/board-statements.ts";
import { isNear } from "../rates/judge-prices.ts";
import type { Prices } from "../rates/prices.ts";
import type { RateBoard } from "../rates/rate-board.ts";
import { ratesView, rulesView } from "../rates/rates-view.ts";

export interface ChangeRatesDeps {
  readonly database: Database;
  readonly prices: Prices;
  readonly board: RateBoard;
  readonly rateStaleAfterMs: number;
  readonly manualDeviationMax: BasisPoints;
  readonly bands: PriceBands;
}

type Request = RequestData<typeof ChangeRates>;

/** Changes spreads, sets a rate by hand or freezes it, with author and reason; the same command twice is one change. */
export const changeRates = (deps: ChangeRatesDeps) =>
  handleRequest(ChangeRates, async (request) => {
    const { prices, board, bands } = deps;
    const outside = outsideBands(request, bands);
    if (outside !== undefined) return refuse("validation-failed", undefined, outside);
    await board.refresh();
    if (isTooFar(deps, request)) return refuse("rate-too-far");
    await change(deps, request);
    await board.refresh();
    await insertCurrentRate(deps);
    const row = board.findRow();
    if (row === undefined) throw new Error("The board was read and is not there");
    const trusted = prices.findTrusted();
    const rates = trusted === undefined ? null : ratesView(trusted);
    return { rules: rulesView(row, board.spread()), rates };
  });

/** The fields that no confirmation makes a price; `undefined` where all are within. */
function outsideBands(
  { spreadBuy, spreadSell, manual }: Request,
  bands: PriceBands,
): FieldErrors | undefined {
  const isSpread = (value: number | null) =>
    value === null || isSpreadWithin(basisPoints(BigInt(value)), bands);
  const isRate =
    manual === null || manual === "market" || isRateWithin(manual.rateXofPerBtc, bands);
  const broken: FieldErrors = {
    ...(isSpread(spreadBuy) ? {} : { spread_buy: ["outside-band"] }),
    ...(isSpread(spreadSell) ? {} : { spread_sell: ["outside-band"] }),
    ...(isRate ? {} : { manual_rate: ["outside-band"] }),
  };
  return Object.keys(broken).length === 0 ? undefined : broken;
}

/** A rate by hand that lies far from the last known one is more often a slip than meant. */
function isTooFar({ board, manualDeviationMax }: ChangeRatesDeps, { manual }: Request): boolean {
  if (manual === null || manual === "market" || manual.isConfirmed) return false;
  const last = board.findLast();
  return !isNear(manual.rateXofPerBtc, last?.midXofPerBtc, manualDeviationMax);
}

async function change({ database }: ChangeRatesDeps, request: Request): Promise<void> {
  const { commandId: actionId, by, reason, spreadBuy, spreadSell, manual, isFrozen } = request;
  const what = {
    ...(spreadBuy !== null && { spread_buy: spreadBuy }),
    ...(spreadSell !== null && { spread_sell: spreadSell }),
    ...(manual !== null && { manual: writtenManual(manual) }),
    ...(isFrozen !== null && { frozen: isFrozen }),
  };
  try {
    await database.pipelined([
      insertAdminAction({ actionId, by, what, reason }),
      changeBoard(boardChangeOf(request)),
    ]);
  } catch (error) {
    if (brokenConstraint(error) !== adminActionConstraint) throw error;
  }
}

function writtenManual(manual: NonNullable<Request["manual"]>) {
  if (manual === "market") return manual;
  return { rate: `${manual.rateXofPerBtc}`, minutes: manual.minutes };
}

function boardChangeOf({ spreadBuy, spreadSell, manual, isFrozen }: Request): BoardChange {
  return {
    ...(spreadBuy !== null && { spreadBuy: basisPoints(BigInt(spreadBuy)) }),
    ...(spreadSell !== null && { spreadSell: basisPoints(BigInt(spreadSell)) }),
    ...(manual !== null && { manual: manual === "market" ? null : manual }),
    ...(isFrozen !== null && { isFrozen }),
  };
}

/** The history knows the change at once, and not with the next round. */
async function insertCurrentRate({
  database,
  board,
  rateStaleAfterMs,
}: ChangeRatesDeps): Promise<void> {
  const rateId = newId<string>();
  await database.query(
    insertRate({ rateId, spread: board.spread(), staleAfterMs: rateStaleAfterMs }),
  );
}
