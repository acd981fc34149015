import { apiKeyLimits, KeyScope } from "@sanu/contracts";
import { z } from "zod";
import { AccountIdField, Network, Reason } from "../../fields/fields.ts";
import { besideOthers } from "../../fields/said-rules.ts";

export const expiresInDays = z.int().min(1).max(apiKeyLimits.expiresInDaysMax);

/** What a service may order by a key. */
export const limitFields = {
  open_transactions_max: z
    .int()
    .min(1)
    .max(apiKeyLimits.openTransactionsMax)
    .optional()
    .describe("How many transactions the account may have open to order another one by this key"),
  monthly_limit: z
    .int()
    .min(0)
    .max(apiKeyLimits.monthlyLimitXofMax)
    .optional()
    .describe("Whole XOF that the account may have ordered in a month to order more by this key"),
};
export const pace = z.int().min(1).max(apiKeyLimits.orderingRequestsPerMinuteMax);
export const neededBeside = { ...besideOthers, params: { rule: "required" } } as const;

/** The body that makes a key. */
export const NewKey = z
  .object({
    user_id: AccountIdField,
    scopes: z.array(KeyScope).min(1).max(KeyScope.options.length),
    networks: z.array(Network).max(apiKeyLimits.networksMax).default([]),
    requests_per_minute: pace.describe(
      `Up to ${apiKeyLimits.requestsPerMinuteMax} where the key opens no orders`,
    ),
    ...limitFields,
    expires_in_days: expiresInDays,
    reason: Reason,
  })
  .refine(({ monthly_limit: limit, ...key }) => isSaidBeside(limit, key.open_transactions_max), {
    path: ["open_transactions_max"],
    ...neededBeside,
  })
  .refine(({ monthly_limit: limit, ...key }) => isSaidBeside(key.open_transactions_max, limit), {
    path: ["monthly_limit"],
    ...neededBeside,
  })
  .meta({
    dependentRequired: {
      open_transactions_max: ["monthly_limit"],
      monthly_limit: ["open_transactions_max"],
    },
    description: "With the scope `createTransaction` both limits are needed, and nowhere else",
  });

function isSaidBeside(one: number | undefined, other: number | undefined): boolean {
  return one === undefined || other !== undefined;
}

/** What a service may order by the key; null where neither is said. */
export function orderingOf({ open_transactions_max: openTransactionsMax, monthly_limit }: Limits) {
  if (openTransactionsMax === undefined || monthly_limit === undefined) return null;
  return { openTransactionsMax, monthlyLimitXof: `${monthly_limit}` };
}

type Limits = Pick<z.output<typeof NewKey>, keyof typeof limitFields>;
