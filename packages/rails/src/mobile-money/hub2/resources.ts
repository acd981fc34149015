import { type Xof, xof } from "@sanu/kernel";
import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { MomentText } from "../../moment-text.ts";

/** Whole francs as a JSON number. */
const Amount = z
  .int()
  .min(1)
  .transform((francs): Xof => xof(BigInt(francs)));
const Id = z.string().min(1).max(100);

const FailureCause = z.union([
  z.string().transform((code) => code),
  z.object({ code: z.string() }).transform(({ code }) => code),
]);

const NextAction = z.object({
  data: z.object({ url: z.url({ protocol: /^https?$/ }).optional() }).nullish(),
});

/** One attempt on an intent. Source: docs.hub2.io/api-reference/payments/attempt-a-payment-on-a-paymentintent-object. */
const Payment = z.object({
  id: Id,
  amount: Amount,
  currency: z.literal("XOF").nullish(),
  status: z.string(),
  country: z.string().nullish(),
  provider: z.string().nullish(),
  number: z.string().nullish(),
  updatedAt: MomentText.nullish(),
  failureCause: FailureCause.nullish(),
  nextAction: NextAction.nullish(),
});
export type Payment = z.infer<typeof Payment>;

/** Source: docs.hub2.io/integration/en/payments/payments_integration. */
const Intent = z.object({
  id: Id,
  purchaseReference: z.string(),
  amount: Amount,
  currency: z.literal("XOF"),
  token: z.string().min(1).max(4_096).nullish(),
  status: z.string(),
  payments: z.array(Payment),
  nextAction: NextAction.nullish(),
});
export type Intent = z.infer<typeof Intent>;

/** Some amounts have decimals; one that a number does not hold exactly is none. */
const Shown = z.number().max(Number.MAX_SAFE_INTEGER);
const Fee = z.object({ amount: Shown.min(0), currency: z.string() });

/** Source: docs.hub2.io/api-reference/transfers/create-transfer. */
const Transfer = z.object({
  id: Id,
  reference: z.string(),
  amount: Amount,
  currency: z.literal("XOF"),
  status: z.string(),
  updatedAt: MomentText.nullish(),
  failureCause: FailureCause.nullish(),
  fees: z.array(Fee).nullish(),
});
export type Transfer = z.infer<typeof Transfer>;

const Standing = z.object({ availableBalance: Shown, currency: z.string() });
/** Source: docs.hub2.io/integration/en/other_products/balances. */
const Balance = z.object({ transferAccount: z.array(Standing) });

export const shapes = {
  Intent,
  Intents: z.array(Intent),
  Transfer,
  Transfers: z.array(Transfer),
  Balance,
};

/** An answer with one of these statuses, and what it holds; undefined for every other. */
export function answerOf<Output>(
  response: ProviderResponse,
  statuses: readonly number[],
  shape: z.ZodType<Output>,
): Output | undefined {
  if (response.kind === "no-response" || !statuses.includes(response.status)) return undefined;
  return shape.safeParse(response.json).data;
}

const Refusal = z.object({ status: z.int(), code: z.string(), message: z.string() });

/**
 * The code of a refusal in the provider's own form, which says its HTTP status once more. Source:
 * docs.hub2.io/documentation/en/error_management.
 */
export function refusalOf(
  response: ProviderResponse,
): { status: number; code: string } | undefined {
  if (response.kind === "no-response") return undefined;
  const read = Refusal.safeParse(response.json).data;
  return read?.status === response.status ? read : undefined;
}

export function feesOf({ fees }: Transfer): Xof {
  const ours = (fees ?? []).filter(({ currency }) => currency === "XOF");
  return xof(ours.reduce((sum, { amount }) => sum + BigInt(Math.ceil(amount)), 0n));
}
