import { GetTreasury } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { type FloatRow, listFloats } from "../treasury/treasury-statements.ts";
import type { TreasuryTerms } from "../treasury/treasury-terms.ts";
import { exposureViews, floatView } from "../treasury/treasury-view.ts";

export interface TreasuryViewDeps {
  readonly database: Database;
  readonly treasury: TreasuryTerms;
}

/** Every float as it is now, and what we hold of each currency. */
export function getTreasury({ database, treasury }: TreasuryViewDeps): RequestHandler {
  return handleRequest(GetTreasury, async () => {
    const rows = await database.query<FloatRow>(listFloats);
    return {
      floats: rows.map((row) => floatView(row, treasury)),
      exposure: exposureViews(rows, treasury),
    };
  });
}
