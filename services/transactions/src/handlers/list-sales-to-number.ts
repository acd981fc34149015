import { ListSalesToNumber } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler } from "@sanu/platform";
import { findPayoutsToNumber, type Persons } from "../guards/persons.ts";

/** Providers bear so many payouts to a number in a day, whoever sells: accounts name it each under a key of its own. */
export function listSalesToNumber(deps: {
  readonly database: Database;
  readonly persons: Pick<Persons, "isThere">;
}): RequestHandler {
  const { database, persons } = deps;
  return handleRequest(ListSalesToNumber, async ({ transactionId }) => ({
    payoutIds: persons.isThere() ? [...(await findPayoutsToNumber(database, transactionId))] : [],
  }));
}
