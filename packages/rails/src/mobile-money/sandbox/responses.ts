import { type Instant, isInstant, type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";

/** XOF above zero as decimal text, the only form in which the gateway writes amounts. */
export const AmountText = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform((text): Xof => xof(BigInt(text)));

export const InstantText = z.custom<Instant>(
  (value) => typeof value === "string" && isInstant(value),
);

type ReadResponse = Extract<ProviderResponse, { readonly kind: "response" }>;

export function isResponse(
  response: ProviderResponse,
  statuses: readonly number[],
): response is ReadResponse {
  return response.kind === "response" && statuses.includes(response.status);
}

const Refusal = z.object({ code: z.string() });

/** The code of a 422 in the gateway's own words; undefined for any other answer. */
export function refusalCodeOf(response: ProviderResponse): string | undefined {
  return isResponse(response, [422]) ? Refusal.safeParse(response.json).data?.code : undefined;
}

/** A 404 with the gateway's own words; a 404 of something in between says nothing. */
export function isNotFound(response: ProviderResponse): boolean {
  if (!isResponse(response, [404])) return false;
  return Refusal.safeParse(response.json).data?.code === "not-found";
}
