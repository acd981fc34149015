import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { BalanceText, FrancsText } from "../amount-text.ts";

/** Some pages show the reason as a code alone, others with a message. */
const Reason = z.union([
  z.string().transform((code) => code),
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

const Party = z.object({
  partyIdType: z.literal("MSISDN"),
  partyId: z.string().regex(/^\d{7,15}$/),
});

/** A request to pay or a transfer. Source: momodeveloper.mtn.com/api-documentation, `RequestToPayResult`, `TransferResult`. */
const Movement = z.object({
  amount: FrancsText,
  currency: z.string(),
  externalId: z.string(),
  payer: Party.nullish(),
  status: z.string(),
  reason: Reason.nullish(),
});
export type Movement = z.infer<typeof Movement>;

const Refusal = z.object({ code: z.string() });

/** Our key is its `X-Reference-Id`, by which it was asked for, and its `externalId`. */
export interface MovementName {
  readonly key: string;
  readonly currency: string;
}

export function movementOf(
  response: ProviderResponse,
  { key, currency }: MovementName,
): Movement | "not-found" | undefined {
  if (codeOf(response, 404) === "RESOURCE_NOT_FOUND") return "not-found";
  if (response.kind === "no-response" || response.status !== 200) return undefined;
  const movement = Movement.safeParse(response.json).data;
  const isOurs = movement?.externalId === key && movement.currency === currency;
  return isOurs ? movement : undefined;
}

/** The code of a refusal in the provider's own form, under this status. */
export function codeOf(response: ProviderResponse, status: 400 | 404 | 409): string | undefined {
  if (response.kind === "no-response" || response.status !== status) return undefined;
  return Refusal.safeParse(response.json).data?.code;
}

/** 202 without a body; one with a page is something in between. */
export function isTaken(response: ProviderResponse): boolean {
  return response.kind === "response" && response.status === 202 && response.isEmpty;
}

export const BalanceBody = z.object({ availableBalance: BalanceText, currency: z.string() });
