import { GetDestination } from "@sanu/contracts";
import type { CommandContext } from "@sanu/platform";
import { destinationHmac, type Receiver, readReceiver } from "@sanu/rails";
import type { PayoutOrder } from "../payout/state.ts";
import type { House } from "./house.ts";

export const destinationLimits = { askTimeoutMs: 3_000 } as const;

/** `changed`: not the receiver that was ordered. `unusable`: nothing can be sent there on our network. */
export type FetchedReceiver =
  | { readonly kind: "receiver"; readonly receiver: Receiver }
  | { readonly kind: "changed" | "unusable" | "unavailable" };

/** Fetches the receiver at the moment of the send and proves it by the HMAC that the order carries. */
export async function fetchReceiver(
  { ask, network }: Pick<House, "ask" | "network">,
  { transactionId, receiverHmac }: PayoutOrder,
  context: CommandContext,
): Promise<FetchedReceiver> {
  const answer = await ask(
    GetDestination,
    { transactionId, leg: "payout" },
    { context, timeoutMs: destinationLimits.askTimeoutMs },
  );
  if (answer.kind !== "answered") return { kind: "unavailable" };
  const { destination, hmacKey } = answer.data;
  if (destinationHmac(Buffer.from(hmacKey, "base64url"), destination) !== receiverHmac) {
    return { kind: "changed" };
  }
  const reading = readReceiver(destination, network);
  return reading.kind === "receiver" ? reading : { kind: "unusable" };
}
