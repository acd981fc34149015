import { GetDestination, type RequestData } from "@sanu/contracts";
import { type Database, handleRequest, type RequestHandler, refuse } from "@sanu/platform";
import { type Destinations, findDestinations } from "../personal-data/find-destinations.ts";

type Leg = RequestData<typeof GetDestination>["leg"];

/** Tells payments who pays and payouts who receives, with the key that proves it unchanged. */
export function getDestination(deps: { readonly database: Database }): RequestHandler {
  return handleRequest(GetDestination, async ({ transactionId, leg }) => {
    const found = await findDestinations(deps.database, transactionId);
    const destination = found && destinationOf(found, leg);
    if (found === undefined || destination === null || destination === undefined) {
      return refuse("not-found");
    }
    return { destination, hmacKey: Buffer.from(found.key).toString("base64url") };
  });
}

/** Null where there is no such place: nobody pays the sats of a sale from a number of ours. */
function destinationOf(found: Destinations, leg: Leg): string | null {
  const isSale = found.transactionType === "SELL_BITCOIN";
  switch (leg) {
    case "payment":
      return isSale ? null : found.number;
    case "payout":
      return isSale ? found.number : found.receiver;
    case "refund":
      return isSale ? (found.refundInvoice ?? found.receiver) : null;
  }
}
