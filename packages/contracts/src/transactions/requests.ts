import type { AccountId, CommandId, PayoutId, QuoteId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { CountryCode } from "../identity/enums.ts";
import { pageRequest } from "../identity/page.ts";
import { Language } from "../language.ts";
import { requestsOf } from "../request.ts";
import { idOf, XofText } from "../texts.ts";
import { TransactionType } from "./enums.ts";
import { transactionFilter } from "./transaction-filter.ts";
import {
  FlashbackView,
  PaymentPageView,
  ResumeView,
  TransactionDetailView,
  TransactionListItemView,
} from "./views.ts";

const request = requestsOf("transactions");
const accountId = idOf<AccountId>();
const transactionId = idOf<TransactionId>();
const keyId = idOf<string>();

/** So many transactions can be named at once in a list. */
export const listedIdsMax = 100;

/**
 * Orders a transaction. `responseJson` is the body to send, byte for byte: it is frozen under the idempotency
 * key, and `replayed` tells that it was answered before.
 */
export const CreateTransaction = request("create-transaction", {
  request: z.object({
    /** Made by the gateway once per HTTP request; the same again is the same command. */
    commandId: idOf<CommandId>(),
    accountId,
    transactionType: TransactionType,
    amountXof: XofText,
    receiver: z.string(),
    number: z.string().nullable(),
    /** The account's: a number without a calling code is one of there. */
    country: CountryCode.nullable().default(null),
    channel: z.string().nullable(),
    /** The quote whose rate is wanted; null deals at the rate of now. */
    quoteId: idOf<QuoteId>().nullable(),
    idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
    /** What the client itself calls the order; free text of its own, which may name somebody. */
    clientReference: z.string().nullable().default(null),
    /** The API key that a service orders by: what that key allows counts. */
    keyId: keyId.nullable().default(null),
  }),
  reply: z.object({ responseJson: z.string(), replayed: z.boolean() }),
  refusals: [
    "validation-failed",
    "not-found",
    "forbidden",
    "quote-expired",
    "quote-already-used",
    "quote-mismatch",
    "amount-below-minimum",
    "amount-above-maximum",
    "limit-exceeded",
    "account-deactivated",
    "account-suspended",
    "too-many-open-transactions",
    "number-cooling-down",
    "too-many-failures",
    "receiver-amount-mismatch",
    "receiver-expires-too-soon",
    "receiver-already-used",
    "provider-not-available-for-number",
    "idempotency-in-progress",
    "idempotency-key-reused",
    "rate-unavailable",
    "provider-unavailable",
    "liquidity-unavailable",
    "service-unavailable",
  ],
});

/** One transaction of its owner; somebody else's is not found. */
export const GetTransaction = request("get-transaction", {
  request: z.object({ accountId, transactionId }),
  reply: z.object({ transaction: TransactionDetailView }),
  refusals: ["not-found"],
});

export const ListTransactions = request("list-transactions", {
  request: z.object({
    accountId,
    language: Language,
    ...pageRequest,
    ...transactionFilter,
    clientReference: z.string().nullable().default(null),
    /** Of these alone; who is unknown or somebody else's is not there. */
    ids: z.array(transactionId).min(1).max(listedIdsMax).nullable().default(null),
  }),
  reply: z.object({
    transactions: z.array(TransactionListItemView),
    nextCursor: z.string().nullable(),
  }),
  refusals: ["validation-failed"],
});

export const GetFlashback = request("get-flashback", {
  request: z.object({
    accountId,
    language: Language,
    /** `2026-11`; the current month of the business calendar when null. */
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/)
      .nullable(),
  }),
  reply: z.object({ data: FlashbackView }),
});

export const GetRemaining = request("get-remaining", {
  /** Of a service by what its key allows. */
  request: z.object({ accountId, keyId: keyId.nullable().default(null) }),
  reply: z.object({ remaining: z.int().min(0).max(100) }),
  refusals: ["service-unavailable"],
});

export const GetResume = request("get-resume", {
  request: z.object({ accountId }),
  reply: z.object({ data: ResumeView }),
});

/** For payments and payouts at the moment they act: the destination, and the key that proves it unchanged. */
export const GetDestination = request("get-destination", {
  /** `refund`: where the sats of a sale go back to; the invoice that the seller gave for it, else her address. */
  request: z.object({
    transactionId,
    leg: z.enum(["payment", "payout", "refund"]),
    /** Which of several places was ordered, by its HMAC; absent from who asks as before that was said. */
    hmac: z.string().optional(),
  }),
  reply: z.object({
    destination: z.string(),
    /** 32 bytes as base64url. */
    hmacKey: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  }),
  refusals: ["not-found"],
});

/** For payouts: those of other sales whose XOF went to the number of this one within a day, or may have; the newest of them, whoever sold. */
export const ListSalesToNumber = request("list-sales-to-number", {
  request: z.object({ transactionId }),
  reply: z.object({ payoutIds: z.array(idOf<PayoutId>()) }),
});

/** Our own payment page by its token; unknown and ended tokens are not found. */
export const GetPaymentPage = request("get-payment-page", {
  request: z.object({ token: z.string() }),
  reply: z.object({ page: PaymentPageView }),
  refusals: ["not-found"],
});
