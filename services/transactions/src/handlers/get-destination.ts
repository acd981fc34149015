import { GetDestination, type RequestData } from "@sanu/contracts";
import type { TransactionId } from "@sanu/kernel";
import {
  type CommandContext,
  type Database,
  destinationHmac,
  handleRequest,
  type RequestHandler,
  refuse,
} from "@sanu/platform";
import { type CaseDeps, openCase } from "../case/open.ts";
import {
  type Destinations,
  findDestinations,
  findLostOrder,
} from "../personal-data/find-destinations.ts";

type Asked = Pick<RequestData<typeof GetDestination>, "leg" | "hmac">;

export interface DestinationDeps extends CaseDeps {
  readonly database: Database;
}

/** Tells payments who pays and payouts who receives, with the key that proves it unchanged. */
export function getDestination(deps: DestinationDeps): RequestHandler {
  return handleRequest(GetDestination, async ({ transactionId, ...asked }, context) => {
    const found = await findDestinations(deps.database, transactionId);
    if (found === undefined) await reportLost(deps, transactionId, context);
    const destination = found && destinationOf(found, asked);
    if (found === undefined || destination === null || destination === undefined) {
      return refuse("not-found");
    }
    return { destination, hmacKey: Buffer.from(found.key).toString("base64url") };
  });
}

/** Only the customer knows where her money was to go: a person has to ask her. */
async function reportLost(
  deps: DestinationDeps,
  transactionId: TransactionId,
  context: CommandContext,
): Promise<void> {
  const lost = await findLostOrder(deps.database, transactionId);
  if (lost === undefined) return;
  const { amountXof, since } = lost;
  const subject = { kind: "transaction", id: transactionId } as const;
  const money = { currency: "XOF", amountXof } as const;
  const finding = { kind: "private-rows-lost", subject, transactionId, money, since } as const;
  await openCase(deps, finding, { context });
}

/** Null where there is no such place: nobody pays the sats of a sale from a number of ours. */
function destinationOf(found: Destinations, { leg, hmac }: Asked): string | null {
  const isSale = found.transactionType === "SELL_BITCOIN";
  switch (leg) {
    case "payment":
      return isSale ? null : found.number;
    case "payout":
      return isSale ? found.number : found.receiver;
    case "refund":
      return isSale ? refundPlaceOf(found, hmac) : null;
  }
}

/** An invoice serves one refund; another of the same sats may have been ordered to the seller's address. */
function refundPlaceOf(found: Destinations, hmac: string | undefined): string | null {
  const { refundInvoice, receiver, key } = found;
  const isOrdered = receiver !== null && hmac === destinationHmac(key, receiver);
  return isOrdered ? receiver : (refundInvoice ?? receiver);
}
