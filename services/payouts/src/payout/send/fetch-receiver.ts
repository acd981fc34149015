import type { TransactionId } from "@sanu/kernel";
import { type CommandContext, fetchDestination } from "@sanu/platform";
import { type Receiver, readReceiver } from "@sanu/rails";
import type { SatsTransfer } from "../transfer.ts";
import type { SendDeps } from "./deps.ts";

/** `changed`: not the receiver that was ordered. `unusable`: nothing can be sent there on our network. */
export type FetchedReceiver =
  | { readonly kind: "receiver"; readonly receiver: Receiver }
  | { readonly kind: "changed" | "unusable" | "unavailable" };

/** Fetches the receiver at the moment of the send and proves it by the HMAC that the order carries. */
export async function fetchReceiver(
  { request, network }: Pick<SendDeps, "request" | "network">,
  of: { readonly transactionId: TransactionId; readonly transfer: SatsTransfer },
  context: CommandContext,
): Promise<FetchedReceiver> {
  const { transactionId, transfer } = of;
  const leg = transfer.kind === "refund" ? "refund" : "payout";
  const wanted = { transactionId, leg, hmac: transfer.receiverHmac } as const;
  const fetched = await fetchDestination(request, wanted, context);
  if (fetched.kind !== "destination") return fetched;
  const reading = readReceiver(fetched.text, network);
  return reading.kind === "receiver" ? reading : { kind: "unusable" };
}
