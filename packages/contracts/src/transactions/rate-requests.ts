import type { AccountId, CommandId } from "@sanu/kernel";
import { z } from "zod";
import { pageOf, pageRequest } from "../identity/page.ts";
import { requestsOf } from "../request.ts";
import { adminMoney } from "../staff-use.ts";
import { idOf, SatsText, XofPerBtcText, XofText } from "../texts.ts";
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
  refusals: ["bad-request"],
});

const BasisPointsOrNull = z.int().min(0).max(9_999).nullable();

/** Decides about the rate, with author and reason; null leaves as it is. All of it or nothing. */
export const ChangeRates = request("change-rates", {
  staff: adminMoney,
  request: z.object({
    /** The same again is the same decision. */
    commandId: idOf<CommandId>(),
    by: idOf<AccountId>(),
    spreadBuy: BasisPointsOrNull,
    spreadSell: BasisPointsOrNull,
    /** `market` ends a manual rate. */
    manual: z
      .union([
        z.literal("market"),
        z.object({
          rateXofPerBtc: XofPerBtcText,
          minutes: z.int().min(1).max(1_440),
          /** A rate far from the last known one is meant so. */
          isConfirmed: z.boolean(),
        }),
      ])
      .nullable(),
    isFrozen: z.boolean().nullable(),
    reason: z.string(),
  }),
  /** `rates` is null while none can be trusted. */
  reply: z.object({ rules: RateRulesView, rates: RatesView.nullable() }),
  refusals: ["rate-too-far", "validation-failed"],
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

export const rateRequests = [GetRates, ListRates, ChangeRates, CreateQuote] as const;
