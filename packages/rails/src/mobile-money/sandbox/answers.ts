import { type Instant, isInstant, type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderAnswer } from "../../http/provider-http.ts";

/** XOF above zero as decimal text, the only form in which the gateway writes amounts. */
export const AmountText = z
  .string()
  .regex(/^[1-9]\d{0,17}$/)
  .transform((text): Xof => xof(BigInt(text)));

export const InstantText = z.custom<Instant>(
  (value) => typeof value === "string" && isInstant(value),
);

type Answered = Extract<ProviderAnswer, { readonly kind: "answer" }>;

export function isAnswer(answer: ProviderAnswer, statuses: readonly number[]): answer is Answered {
  return answer.kind === "answer" && statuses.includes(answer.status);
}

const Refusal = z.object({ code: z.string() });

/** The code of a 422 in the gateway's own words; undefined for any other answer. */
export function refusalCodeOf(answer: ProviderAnswer): string | undefined {
  return isAnswer(answer, [422]) ? Refusal.safeParse(answer.json).data?.code : undefined;
}

/** A 404 with the gateway's own words; a 404 of something in between says nothing. */
export function isNotFound(answer: ProviderAnswer): boolean {
  if (!isAnswer(answer, [404])) return false;
  return Refusal.safeParse(answer.json).data?.code === "not-found";
}
