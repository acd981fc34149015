import { ListSalesToNumber } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { findPayoutsToNumber } from "../guards/persons.ts";

/** Providers bear so many payouts to a number in a day, whoever sells: accounts name it each under a key of its own. */
export function listSalesToNumber({ database }: { readonly database: Database }): RequestHandler {
  return handleRequest(ListSalesToNumber, async ({ transactionId }) => ({
    payoutIds: [...(await findPayoutsToNumber(database, transactionId))],
  }));
}
