import { z } from "zod";
import type { ProviderResponse } from "../../http/provider-http.ts";
import { MomentText } from "../../moment-text.ts";
import { BalanceText, FrancsText } from "../amount-text.ts";

const FailureReason = z.object({ failureCode: z.string() });

/** The answer to an initiation. Source: docs.pawapay.io/v2/api-reference/deposits/initiate-deposit. */
const Initiation = z.object({
  status: z.string(),
  depositId: z.string().optional(),
  payoutId: z.string().optional(),
  refundId: z.string().optional(),
  failureReason: FailureReason.nullish(),
});

/** The answer to a question. Source: docs.pawapay.io/v2/api-reference/deposits/check-deposit-status. */
const Found = z.object({
  status: z.literal("FOUND"),
  data: z.object({
    depositId: z.string().optional(),
    payoutId: z.string().optional(),
    refundId: z.string().optional(),
    status: z.string(),
    amount: FrancsText,
    currency: z.literal("XOF"),
    created: MomentText.nullish(),
    authorizationUrl: z.url({ protocol: /^https?$/ }).nullish(),
    failureReason: FailureReason.nullish(),
  }),
});
export type FoundOrder = z.infer<typeof Found>["data"];

const NotFound = z.object({ status: z.literal("NOT_FOUND") });

/** By which name an order of each kind bears our key. */
export type IdName = "depositId" | "payoutId" | "refundId";

export interface Initiated {
  readonly status: string;
  readonly failureCode: string | null;
}

/** Undefined where it is no answer to this order. */
export function initiationOf(
  response: ProviderResponse,
  { name, key }: { readonly name: IdName; readonly key: string },
): Initiated | undefined {
  if (response.kind === "no-response" || ![200, 400].includes(response.status)) return undefined;
  const read = Initiation.safeParse(response.json).data;
  if (read === undefined || (read[name] ?? key) !== key) return undefined;
  // A yes names its order; a no to a body that could not be read names none.
  if (read.status !== "REJECTED" && read[name] === undefined) return undefined;
  return { status: read.status, failureCode: read.failureReason?.failureCode ?? null };
}

export function foundOf(
  response: ProviderResponse,
  { name, key }: { readonly name: IdName; readonly key: string },
): FoundOrder | "not-found" | undefined {
  if (response.kind === "no-response" || response.status !== 200) return undefined;
  if (NotFound.safeParse(response.json).success) return "not-found";
  const order = Found.safeParse(response.json).data?.data;
  return order?.[name] === key ? order : undefined;
}

export const WalletsBody = z.object({
  balances: z.array(
    z.object({
      country: z.string().length(3),
      currency: z.string().length(3),
      balance: BalanceText,
      provider: z.string().max(60).nullish(),
    }),
  ),
});

const Terms = z.object({
  minAmount: FrancsText,
  maxAmount: FrancsText,
  status: z.string().optional(),
});

/** Source: docs.pawapay.io/v2/api-reference/toolkit/active-configuration. */
export const ConfigurationBody = z.object({
  countries: z.array(
    z.object({
      country: z.string(),
      providers: z.array(
        z.object({
          provider: z.string(),
          currencies: z.array(
            z.object({
              currency: z.string(),
              operationTypes: z.object({ PAYOUT: Terms.optional() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

export const PredictionBody = z.object({
  country: z.string().length(3),
  provider: z.string().min(1).max(60),
  phoneNumber: z.string().regex(/^\d{7,15}$/),
});
