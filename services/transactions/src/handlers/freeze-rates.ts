import { FreezeRates } from "@sanu/contracts";
import { newId } from "@sanu/kernel";
import { brokenConstraint, type Database, handleRequest } from "@sanu/platform";
import {
  adminActionConstraint,
  changeBoard,
  insertAdminAction,
  insertRate,
} from "../rates/board-statements.ts";
import type { Prices } from "../rates/prices.ts";
import type { RateBoard } from "../rates/rate-board.ts";
import { ratesView, rulesView } from "../rates/rates-view.ts";

export interface BoardDeps {
  readonly database: Database;
  readonly prices: Prices;
  readonly board: RateBoard;
  readonly rateStaleAfterMs: number;
}

/** One person is enough to stop dealing, with a reason; the same command twice is one freeze. Who thaws is two. */
export const freezeRates = (deps: BoardDeps) =>
  handleRequest(FreezeRates, async ({ commandId: actionId, by, reason }) => {
    const { database, board, prices } = deps;
    try {
      await database.pipelined([
        insertAdminAction({ actionId, by, what: { frozen: true }, reason }),
        changeBoard({ isFrozen: true }),
      ]);
    } catch (error) {
      if (brokenConstraint(error) !== adminActionConstraint) throw error;
    }
    await showChange(deps);
    const row = board.findRow();
    if (row === undefined) throw new Error("The board was read and is not there");
    const trusted = prices.findTrusted();
    const rates = trusted === undefined ? null : ratesView(trusted);
    return { rules: rulesView(row, board.spread()), rates };
  });

/** This replica prices by a change, and the history knows it, at once and not with the next round. */
export async function showChange({ board, database, rateStaleAfterMs }: BoardDeps): Promise<void> {
  await board.refresh();
  const rateId = newId<string>();
  await database.query(
    insertRate({ rateId, spread: board.spread(), staleAfterMs: rateStaleAfterMs }),
  );
}
