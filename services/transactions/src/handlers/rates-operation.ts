import type { ChangeRefusal, FieldErrors, RatesChange } from "@sanu/contracts";
import {
  type BasisPoints,
  basisPoints,
  isRateWithin,
  isSpreadWithin,
  type PriceBands,
  xofPerBtc,
} from "@sanu/kernel";
import {
  type AsOf,
  type Database,
  type HandlerRefusal,
  type ProposedOperation,
  refuse,
} from "@sanu/platform";
import {
  type BoardChange,
  changeBoard,
  insertAdminAction,
  lockBoard,
  readLastActions,
} from "../rates/board-statements.ts";
import { isNear } from "../rates/judge-prices.ts";
import type { RateBoard } from "../rates/rate-board.ts";
import { type BoardDeps, showChange } from "./freeze-rates.ts";

export interface RatesOperationDeps extends BoardDeps {
  readonly manualDeviationMax: BasisPoints;
  readonly bands: PriceBands;
}

const manualMinutes = 60;

/** Spreads, a rate by hand and a thaw: what two people agree about, looked at again when it is carried out. */
export function ratesOperation(deps: RatesOperationDeps): ProposedOperation<RatesChange> {
  const { database, board } = deps;
  const look = async (change: RatesChange) => {
    await board.refresh();
    return refusalOf(deps, change);
  };
  return {
    async check(change) {
      const refused = await look(change);
      return refused ?? { accountId: null, asOf: await asOfNow(database, change) };
    },
    async execute({ content, asOf, settle, ...approved }) {
      const { proposalId: actionId, proposedBy: by, approvedBy, reason } = approved;
      const refused = await look(content);
      if (refused !== undefined) return refused;
      const { operation: _operation, ...changed } = content;
      const what = { ...changed, approved_by: approvedBy };
      const isChanged = await database.transaction(async (session) => {
        // Nobody freezes or changes anything between the look and the change.
        await session.query(lockBoard);
        const now = await asOfNow(session, content);
        if (JSON.stringify(asOf) !== JSON.stringify(now)) return false;
        await session.query(settle);
        await session.query(insertAdminAction({ actionId, by, what, reason }));
        await session.query(changeBoard(boardChangeOf(content)));
        return true;
      });
      if (!isChanged) return { kind: "outdated" };
      await showChange(deps);
      return { kind: "executed" };
    },
  };
}

/** Who decided last about each of what a change names. */
async function asOfNow(session: Pick<Database, "query">, change: RatesChange): Promise<AsOf> {
  const { operation: _operation, ...changed } = change;
  const rows = await session.query<{ field: string; actionId: string }>(
    readLastActions(Object.keys(changed)),
  );
  return Object.fromEntries(rows.map(({ field, actionId }) => [field, actionId]));
}

function refusalOf(
  { bands, board, manualDeviationMax }: RatesOperationDeps,
  change: RatesChange,
): HandlerRefusal<ChangeRefusal> | undefined {
  const outside = outsideBands(change, bands);
  if (outside !== undefined) return refuse("validation-failed", undefined, outside);
  return isTooFar(board, change, manualDeviationMax) ? refuse("rate-too-far") : undefined;
}

/** The fields that no confirmation makes a price; `undefined` where all are within. */
function outsideBands(
  { spread_buy, spread_sell, manual_rate }: RatesChange,
  bands: PriceBands,
): FieldErrors | undefined {
  const isSpread = (value: number | undefined) =>
    value === undefined || isSpreadWithin(basisPoints(BigInt(value)), bands);
  const isRate = (value: number | null | undefined) =>
    value === undefined || value === null || isRateWithin(xofPerBtc(BigInt(value)), bands);
  const broken: FieldErrors = {
    ...(isSpread(spread_buy) ? {} : { spread_buy: ["outside-band"] }),
    ...(isSpread(spread_sell) ? {} : { spread_sell: ["outside-band"] }),
    ...(isRate(manual_rate) ? {} : { manual_rate: ["outside-band"] }),
  };
  return Object.keys(broken).length === 0 ? undefined : broken;
}

/** A rate by hand that lies far from the last known one is more often a slip than meant. */
function isTooFar(
  board: RateBoard,
  { manual_rate: rate, confirmed }: RatesChange,
  within: BasisPoints,
): boolean {
  if (rate === undefined || rate === null || confirmed === true) return false;
  return !isNear(xofPerBtc(BigInt(rate)), board.findLast()?.midXofPerBtc, within);
}

function boardChangeOf(change: RatesChange): BoardChange {
  const { spread_buy, spread_sell, manual_rate, manual_minutes: minutes, frozen } = change;
  return {
    ...(spread_buy !== undefined && { spreadBuy: basisPoints(BigInt(spread_buy)) }),
    ...(spread_sell !== undefined && { spreadSell: basisPoints(BigInt(spread_sell)) }),
    ...(manual_rate === null && { manual: null }),
    ...(typeof manual_rate === "number" && {
      manual: { rateXofPerBtc: xofPerBtc(BigInt(manual_rate)), minutes: minutes ?? manualMinutes },
    }),
    ...(frozen !== undefined && { isFrozen: frozen }),
  };
}
