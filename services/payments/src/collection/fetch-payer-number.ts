import { GetDestination } from "@sanu/contracts";
import type { CommandContext, Messaging } from "@sanu/platform";
import { destinationHmac } from "@sanu/rails";
import type { PaymentOrder } from "../payment/state.ts";

export const destinationLimits = { requestTimeoutMs: 3_000 } as const;

/** `changed`: the number is not the one that was ordered; nothing may be asked of it. */
export type PayerNumber =
  | { readonly kind: "number"; readonly number: string }
  | { readonly kind: "changed" }
  | { readonly kind: "unavailable" };

/** Fetches the payer's number at the moment of the call and proves it by the HMAC that the order carries. */
export async function fetchPayerNumber(
  request: Messaging["request"],
  { transactionId, payerHmac }: PaymentOrder,
  context: CommandContext,
): Promise<PayerNumber> {
  const answer = await request(
    GetDestination,
    { transactionId, leg: "payment" },
    { context, timeoutMs: destinationLimits.requestTimeoutMs },
  );
  if (answer.kind !== "replied") return { kind: "unavailable" };
  const { destination, hmacKey } = answer.data;
  const isSame = destinationHmac(Buffer.from(hmacKey, "base64url"), destination) === payerHmac;
  return isSame ? { kind: "number", number: destination } : { kind: "changed" };
}
