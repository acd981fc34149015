import { GetDestination, type RequestData } from "@sanu/contracts";
import { handleRequest, type Messaging, refuse } from "@sanu/platform";

/**
 * Transactions, as far as those ask it who call outside: destinations by transaction, for some legs, with the key of
 * their HMAC. What is deleted from the map is not found. Returns what ends it.
 */
export function serveDestinations(
  messaging: Messaging,
  of: {
    readonly legs: readonly RequestData<typeof GetDestination>["leg"][];
    readonly destinations: ReadonlyMap<string, string>;
    readonly hmacKey: Buffer;
  },
): () => Promise<void> {
  const handler = handleRequest(GetDestination, async ({ transactionId, leg }) => {
    const destination = of.destinations.get(transactionId);
    if (destination === undefined || !of.legs.includes(leg)) return refuse("not-found");
    return { destination, hmacKey: of.hmacKey.toString("base64url") };
  });
  return messaging.serve({ handlers: [handler], onFault: () => undefined });
}
