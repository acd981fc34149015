import type { AccountId, CommandId, StandingOrderId, TransactionId } from "@sanu/kernel";
import { z } from "zod";
import { CountryCode } from "../identity/enums.ts";
import { pageRequest } from "../identity/page.ts";
import { requestsOf } from "../request.ts";
import { InstantText, idOf, XofPerBtcText, XofText } from "../texts.ts";
import { Frequency, StandingOrderStatus, TransactionType } from "./enums.ts";
import { StandingOrderDetailView, StandingOrderView } from "./standing-order-views.ts";

const request = requestsOf("transactions");
const accountId = idOf<AccountId>();
const orderId = idOf<StandingOrderId>();

/** When a standing order is due, as it was asked for: what is null is that of the moment of asking. */
const WantedTrigger = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("price"), priceXofPerBtc: XofPerBtcText }),
  z.object({
    kind: z.literal("schedule"),
    every: Frequency,
    day: z.int().min(1).max(31).nullable(),
    time: z.string().nullable(),
  }),
]);

/** Places a standing order: it orders nothing yet. `responseJson` is the body to send, frozen under the idempotency key. */
export const CreateStandingOrder = request("create-standing-order", {
  request: z.object({
    commandId: idOf<CommandId>(),
    accountId,
    transactionType: TransactionType,
    amountXof: XofText,
    receiver: z.string(),
    number: z.string().nullable(),
    country: CountryCode.nullable(),
    channel: z.string().nullable(),
    trigger: WantedTrigger,
    until: InstantText.nullable(),
    /** Ends with so many transactions; null goes on. */
    ordersMax: z.int().positive().nullable(),
    idempotency: z.object({ key: z.string(), bodyHash: z.string() }).nullable(),
  }),
  reply: z.object({ responseJson: z.string(), replayed: z.boolean() }),
  refusals: [
    "validation-failed",
    "amount-below-minimum",
    "amount-above-maximum",
    "account-deactivated",
    "too-many-standing-orders",
    "provider-not-available-for-number",
    "provider-unavailable",
    "idempotency-key-reused",
  ],
});

/** One standing order of its owner; somebody else's is not found. */
export const GetStandingOrder = request("get-standing-order", {
  request: z.object({ accountId, orderId }),
  reply: z.object({ order: StandingOrderDetailView }),
  refusals: ["not-found"],
});

export const ListStandingOrders = request("list-standing-orders", {
  request: z.object({ accountId, ...pageRequest, status: StandingOrderStatus.nullable() }),
  reply: z.object({ orders: z.array(StandingOrderView), nextCursor: z.string().nullable() }),
  refusals: ["validation-failed"],
});

/** Its owner pauses, resumes or cancels it. What is so already stays so, and is answered the same. */
export const ChangeStandingOrder = request("change-standing-order", {
  request: z.object({
    commandId: idOf<CommandId>(),
    accountId,
    orderId,
    change: z.enum(["pause", "resume", "cancel"]),
  }),
  reply: z.object({ order: StandingOrderDetailView }),
  refusals: ["not-found", "standing-order-ended", "too-many-resumptions"],
});

/** For identity, when it mails: our page of a transaction that can still be paid. */
export const FindPaymentPage = request("find-payment-page", {
  request: z.object({ accountId, transactionId: idOf<TransactionId>() }),
  reply: z.object({ pageUrl: z.string() }),
  refusals: ["not-found"],
});

export const standingOrderRequests = [
  CreateStandingOrder,
  GetStandingOrder,
  ListStandingOrders,
  ChangeStandingOrder,
  FindPaymentPage,
] as const;
