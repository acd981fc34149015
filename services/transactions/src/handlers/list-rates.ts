import { ListRates } from "@sanu/contracts";
import { type Database, handleRequest, refuseCursor } from "@sanu/platform";
import { readRateHistory } from "../rates/rate-history.ts";

/** A page of the rates that were, the newest first; a cursor that is none of ours is refused. */
export const listRates = ({ database }: { readonly database: Database }) =>
  handleRequest(
    ListRates,
    async (page) => (await readRateHistory(database, page)) ?? refuseCursor(),
  );
