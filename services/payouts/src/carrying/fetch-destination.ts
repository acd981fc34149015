import { GetDestination, type RequestInput } from "@sanu/contracts";
import type { CommandContext, Messaging } from "@sanu/platform";
import { destinationHmac } from "@sanu/rails";

export const destinationLimits = { requestTimeoutMs: 3_000 } as const;

/** `changed`: not the destination that was ordered; nothing may go there. */
export type FetchedDestination =
  | { readonly kind: "destination"; readonly text: string }
  | { readonly kind: "changed" | "unavailable" };

/** Fetches where money goes at the moment it goes there, and proves it by the HMAC that the order carries. */
export async function fetchDestination(
  request: Messaging["request"],
  of: RequestInput<typeof GetDestination> & { readonly hmac: string },
  context: CommandContext,
): Promise<FetchedDestination> {
  const { hmac, ...question } = of;
  const timeoutMs = destinationLimits.requestTimeoutMs;
  const answer = await request(GetDestination, question, { context, timeoutMs });
  if (answer.kind !== "replied") return { kind: "unavailable" };
  const { destination: text, hmacKey } = answer.data;
  const isSame = destinationHmac(Buffer.from(hmacKey, "base64url"), text) === hmac;
  return isSame ? { kind: "destination", text } : { kind: "changed" };
}
