import type { AccountId, CommandId } from "@sanu/kernel";
import { z } from "zod";
import { pageOf, pageRequest } from "../identity/page.ts";
import { proposalRequestsOf } from "../proposals.ts";
import { requestsOf } from "../request.ts";
import { adminMoney } from "../staff-use.ts";
import { idOf, SatsText, XofText } from "../texts.ts";
import { AggregatorChange } from "./connector-terms.ts";
import { TransactionType } from "./enums.ts";
import { PastRateView, RateRulesView, RatesView } from "./rate-views.ts";

const request = requestsOf("transactions");

export const GetRates = request("get-rates", {
  request: z.object({}),
  reply: z.object({ rates: RatesView }),
  refusals: ["rate-unavailable"],
});

export const ListRates = request("list-rates", {
  request: z.object(pageRequest),
  reply: pageOf(PastRateView),
  refusals: ["validation-failed"],
});

/** What of the rate takes two people, in the words in which an approver reads it; what is not named stays. */
export const RatesChange = z.strictObject({
  operation: z.literal("change-rates"),
  spread_buy: z.int().min(0).max(9_999).optional(),
  spread_sell: z.int().min(0).max(9_999).optional(),
  /** Whole XOF for one bitcoin; null ends a manual rate. */
  manual_rate: z.int().min(1).nullable().optional(),
  manual_minutes: z.int().min(1).max(1_440).optional(),
  /** A rate far from the last known one is meant so. */
  confirmed: z.boolean().optional(),
  frozen: z.literal(false).optional(),
});
export type RatesChange = z.infer<typeof RatesChange>;

const TransactionsChange = z.discriminatedUnion("operation", [RatesChange, AggregatorChange]);
export type TransactionsChange = z.infer<typeof TransactionsChange>;

export const transactionsProposals = proposalRequestsOf("transactions", TransactionsChange, {
  access: "admins",
  operations: ["change-rates", "change-aggregator"],
});

/** Freezes the rate at once, by one person, because it only protects. */
export const FreezeRates = request("freeze-rates", {
  staff: adminMoney,
  request: z.object({
    /** The same again is the same decision. */
    commandId: idOf<CommandId>(),
    by: idOf<AccountId>(),
    reason: z.string(),
  }),
  /** `rates` is null while none can be trusted. */
  reply: z.object({ rules: RateRulesView, rates: RatesView.nullable() }),
});

/** Promises a rate for a while. Exactly one of the amounts is given. */
export const CreateQuote = request("create-quote", {
  request: z.object({
    /** Made by the gateway once per HTTP request; the same again is the same quote. */
    commandId: idOf<CommandId>(),
    accountId: idOf<AccountId>(),
    transactionType: TransactionType,
    amount: z.discriminatedUnion("currency", [
      z.object({ currency: z.literal("XOF"), amountXof: XofText }),
      z.object({ currency: z.literal("SATS"), amountSats: SatsText }),
    ]),
    idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
  }),
  reply: z.object({ responseJson: z.string(), replayed: z.boolean() }),
  refusals: [
    "amount-below-minimum",
    "amount-above-maximum",
    "rate-unavailable",
    "idempotency-key-reused",
    "account-deactivated",
  ],
});

export const rateRequests = [
  GetRates,
  ListRates,
  FreezeRates,
  CreateQuote,
  ...Object.values(transactionsProposals),
] as const;
