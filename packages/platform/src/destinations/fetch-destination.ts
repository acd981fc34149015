import { GetDestination, type RequestInput } from "@sanu/contracts";
import type { CommandContext } from "../event-store/events.ts";
import type { Messaging } from "../messaging/connect-nats.ts";
import { destinationHmac } from "./destination-hmac.ts";

const destinationLimits = { requestTimeoutMs: 3_000 } as const;

/** `changed`: not the destination that was ordered; nothing may go there, and nobody there is asked for money. */
export type FetchedDestination =
  | { readonly kind: "destination"; readonly text: string }
  | { readonly kind: "changed" }
  | { readonly kind: "unavailable" };

/** At the moment of the call; proved by the HMAC that the order carries. */
export async function fetchDestination(
  request: Messaging["request"],
  wanted: RequestInput<typeof GetDestination> & { readonly hmac: string },
  context: CommandContext,
): Promise<FetchedDestination> {
  const { hmac } = wanted;
  const timeoutMs = destinationLimits.requestTimeoutMs;
  const result = await request(GetDestination, wanted, { context, timeoutMs });
  if (result.kind !== "replied") return { kind: "unavailable" };
  const { destination: text, hmacKey } = result.data;
  const isSame = destinationHmac(Buffer.from(hmacKey, "base64url"), text) === hmac;
  return isSame ? { kind: "destination", text } : { kind: "changed" };
}
