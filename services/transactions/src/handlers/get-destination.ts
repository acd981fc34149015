import { GetDestination } from "@sanu/contracts";
import { type Answerer, answers, type Database, refuse } from "@sanu/platform";
import { findDestinations } from "../creation/find-destinations.ts";

/** Tells payments who pays and payouts who receives, with the key that proves it unchanged. */
export function getDestination(needs: { readonly database: Database }): Answerer {
  return answers(GetDestination, async ({ transactionId, leg }) => {
    const found = await findDestinations(needs.database, transactionId);
    if (found === undefined) return refuse("not-found");
    const destination = leg === "payment" ? found.number : found.receiver;
    return { destination, hmacKey: Buffer.from(found.key).toString("base64url") };
  });
}
